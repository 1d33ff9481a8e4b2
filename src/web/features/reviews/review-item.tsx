import { BRAND } from '#shared/core/brand.ts'
import { formatDay } from '#shared/core/format-day.ts'
import type { Review } from '#shared/reviews/contract.ts'
import { Rating } from '../../ui/data/rating.tsx'

export const ratingLabel = (rating: number) => `Rated ${rating} out of 5`

/** A published review, and the shop's answer below it. */
export function ReviewItem({ review }: { review: Review }) {
  const { rating, text, author, publishedAt, answer, answeredAt } = review
  return (
    <li className="min-w-0">
      <article>
        <Rating value={rating} label={ratingLabel(rating)} />
        <p className="mt-2 max-w-copy whitespace-pre-line text-fg [overflow-wrap:anywhere]">{text}</p>
        <p className="mt-2 text-muted text-sm [overflow-wrap:anywhere]">
          <bdi>{author}</bdi>, <time dateTime={publishedAt}>{formatDay(publishedAt)}</time>
        </p>
        {answer ? (
          <div className="mt-4 border-line-strong border-l-2 pl-4">
            <p className="text-sm">
              <span className="font-medium text-fg">Answer from {BRAND}</span>
              {answeredAt ? (
                <span className="text-muted">
                  , <time dateTime={answeredAt}>{formatDay(answeredAt)}</time>
                </span>
              ) : null}
            </p>
            <p className="mt-1 max-w-copy whitespace-pre-line text-muted [overflow-wrap:anywhere]">
              {answer}
            </p>
          </div>
        ) : null}
      </article>
    </li>
  )
}
