import { useInfiniteQuery } from '@tanstack/react-query'
import { reasonOf } from '../../lib/api.ts'
import { LazyCode } from '../../lib/lazy-code.ts'
import { LoadMore } from '../../ui/data/load-more.tsx'
import { Rating } from '../../ui/data/rating.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { LazyPart } from '../../ui/feedback/lazy-part.tsx'
import { DetailSection } from '../catalogue/product/detail-section.tsx'
import { OwnReviewContext } from './own-review-context.ts'
import { reviewsQuery } from './queries.ts'
import { ReviewItem, ratingLabel } from './review-item.tsx'

const NO_ANSWER = 'The shop did not answer. Try again in a moment.'

const ownReviewCode = new LazyCode(() => import('./own-review.tsx'))

export type ReviewsSectionProps = {
  product: { id: number; slug: string; name: string }
  /** The reader has access to the product: they may have a review of their own. */
  owned: boolean
}

/** The reviews by buyers on a product's page. */
export function ReviewsSection({ product, owned }: ReviewsSectionProps) {
  const { data, error, isFetching, isFetchNextPageError, ...query } = useInfiniteQuery(
    reviewsQuery(product.slug),
  )
  const summary = data?.pages[0]?.summary
  const reviews = data?.pages.flatMap((page) => page.data) ?? []
  return (
    <div id="reviews" className="scroll-mt-24">
      <DetailSection
        title="Reviews"
        aside={
          summary && summary.count > 0
            ? `${summary.count} ${summary.count === 1 ? 'review' : 'reviews'}`
            : null
        }
      >
        {summary?.average != null ? (
          <p className="mb-6 flex flex-wrap items-center gap-x-3 gap-y-1 text-fg">
            <Rating value={Math.round(summary.average * 2) / 2} label={ratingLabel(summary.average)} />
            <span className="text-sm tabular-nums">{summary.average.toFixed(1)} out of 5</span>
          </p>
        ) : null}
        {data && reviews.length === 0 ? (
          <p className="max-w-copy text-muted">
            Nobody has reviewed it yet. Only buyers who downloaded it can, and we publish praise and criticism
            alike.
          </p>
        ) : null}
        {reviews.length > 0 ? (
          <ul className="flex flex-col gap-8">
            {reviews.map((review) => (
              <ReviewItem key={review.id} review={review} />
            ))}
          </ul>
        ) : null}
        {error && !data ? (
          <ErrorState
            title="The reviews could not be loaded"
            text={reasonOf(error, NO_ANSWER)}
            onRetry={query.refetch}
            retrying={isFetching}
          />
        ) : null}
        {query.hasNextPage ? (
          <div className="mt-8">
            <LoadMore
              failedTitle="More reviews could not be loaded"
              failure={isFetchNextPageError ? reasonOf(error, NO_ANSWER) : null}
              isLoading={query.isFetchingNextPage}
              onLoad={query.fetchNextPage}
            />
          </div>
        ) : null}
        {owned ? (
          <OwnReviewContext value={product}>
            <LazyPart code={ownReviewCode} fallback={null} />
          </OwnReviewContext>
        ) : null}
      </DetailSection>
    </div>
  )
}
