import { useQuery } from '@tanstack/react-query'
import type { LatestReview } from '#shared/reviews/contract.ts'
import { LATEST_REVIEWS } from '#shared/reviews/latest-reviews.ts'
import { AppLink } from '../../lib/app-link.tsx'
import { Badge } from '../../ui/data/badge.tsx'
import { Rating } from '../../ui/data/rating.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { PageSection } from '../../ui/layout/page-section.tsx'
import { latestReviewsQuery } from '../reviews/queries.ts'
import { ratingLabel } from '../reviews/review-item.tsx'
import { QUOTES } from './testimonial-quotes.ts'
import { TextLink } from './text-link.tsx'

/** On phones and tablets the cards are a row to swipe. */
const ROW =
  'grid grid-cols-3 gap-5 max-lg:-mx-gutter max-lg:flex max-lg:snap-x max-lg:gap-3 max-lg:overflow-x-auto max-lg:scroll-px-gutter max-lg:px-gutter'
const CELL = 'flex w-[85%] min-w-0 sm:w-[44%] max-lg:shrink-0 max-lg:snap-start lg:w-auto'

/** The newest reviews by buyers, as soon as there are three. Until then the shop's own texts, marked as such. */
export function Testimonials() {
  const { data } = useQuery(latestReviewsQuery())
  return data && data.length >= LATEST_REVIEWS ? <ByBuyers reviews={data} /> : <ByTheShop />
}

function ByBuyers({ reviews }: { reviews: readonly LatestReview[] }) {
  return (
    <PageSection
      id="testimonials"
      tinted
      eyebrow="Testimonials"
      title="What buyers say"
      lead="The newest three reviews, whatever their rating. Only buyers who downloaded a script can review it."
    >
      <ul className={ROW}>
        {reviews.slice(0, LATEST_REVIEWS).map(({ id, rating, text, author, product }) => (
          <li key={id} className={CELL}>
            <Card className="w-full min-w-0 bg-bg p-4 sm:p-6">
              <Rating value={rating} label={ratingLabel(rating)} />
              <div className="mt-4 flex-1">
                <blockquote className="line-clamp-6 whitespace-pre-line text-base text-fg [overflow-wrap:anywhere]">
                  {text}
                </blockquote>
              </div>
              <p className="mt-5 text-muted text-sm [overflow-wrap:anywhere]">
                <bdi>{author}</bdi> about{' '}
                <AppLink
                  to={`/products/${product.slug}`}
                  className="rounded-sm text-fg underline decoration-line-strong underline-offset-4 hover:decoration-current"
                >
                  {product.name}
                </AppLink>
              </p>
            </Card>
          </li>
        ))}
      </ul>
    </PageSection>
  )
}

function ByTheShop() {
  return (
    <PageSection
      id="testimonials"
      tinted
      eyebrow="Testimonials"
      title="The reviews we want to earn"
      lead="We are new. We wrote these as examples of what we aim for. The first three reviews by buyers will replace them."
    >
      <ul className={ROW}>
        {QUOTES.map(({ text, rating, from, proof }) => (
          <li key={from} className={CELL}>
            <Card className="w-full bg-bg p-4 sm:p-6">
              <div className="flex flex-wrap items-center justify-between gap-2">
                <Rating value={rating} label={`The rating we aim for: ${rating} out of 5`} />
                <Badge>Written by us</Badge>
              </div>
              <blockquote className="mt-2 flex-1 text-sm sm:mt-4 sm:text-base text-fg">{text}</blockquote>
              <p className="mt-3 text-muted text-sm sm:mt-5">{from}</p>
              <div className="mt-2">
                <TextLink to={proof.to}>{proof.label}</TextLink>
              </div>
            </Card>
          </li>
        ))}
      </ul>
    </PageSection>
  )
}
