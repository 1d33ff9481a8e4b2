import { useInfiniteQuery } from '@tanstack/react-query'
import { MessageSquareQuote } from 'lucide-react'
import { type ManagedReview, REVIEW_STATES, type ReviewState } from '#shared/reviews/contract.ts'
import { Rating } from '../../ui/data/rating.tsx'
import { RelativeTime } from '../../ui/data/relative-time.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../ui/layout/tabs.tsx'
import { adminPath } from '../shell/admin-path.ts'
import { type Column, ListCard } from '../ui/list-card.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { useAddressFilter } from '../ui/use-address-filter.ts'
import { ReviewActions } from './review-actions.tsx'
import { managedReviewsQuery } from './review-queries.ts'

const LABELS: Record<ReviewState, string> = {
  pending: 'To decide',
  published: 'Published',
  rejected: 'Rejected',
}

const EMPTY: Record<ReviewState, string> = {
  pending: 'No review is waiting for a decision.',
  published: 'No review is published yet.',
  rejected: 'No review was rejected.',
}

const COLUMNS: Column<ManagedReview>[] = [
  {
    head: 'Product',
    main: true,
    className: 'md:w-44',
    cell: ({ product, userId, username }) => (
      <span className="min-w-0">
        <TextLink to={adminPath('products', { product: product.id })}>{product.name}</TextLink>
        <span className="mt-1 block font-normal text-muted text-xs">
          by <TextLink to={adminPath('users', { user: userId })}>{username}</TextLink>
        </span>
      </span>
    ),
  },
  {
    head: 'Review',
    className: 'max-md:flex-col max-md:gap-1',
    cell: (review) => <ReviewCell review={review} />,
  },
  { head: 'Sent', cell: ({ submittedAt }) => <RelativeTime dense value={submittedAt} /> },
  { head: 'Actions', actions: true, cell: (review) => <ReviewActions review={review} /> },
]

/** Plain text: links in a review are not clickable. */
function ReviewCell({ review }: { review: ManagedReview }) {
  const { rating, text, author, answer, reason, state, isShown } = review
  return (
    <span className="block min-w-0">
      <Rating value={rating} label={`Rated ${rating} out of 5`} />
      <span className="mt-1 block max-w-copy whitespace-pre-line text-fg [overflow-wrap:anywhere]">
        {text}
      </span>
      <span className="mt-1 block text-muted text-xs [overflow-wrap:anywhere]">Shown as {author}</span>
      {answer ? (
        <span className="mt-2 block whitespace-pre-line border-line-strong border-l-2 pl-3 text-muted text-xs [overflow-wrap:anywhere]">
          Our answer: {answer}
        </span>
      ) : null}
      {state === 'rejected' && reason ? (
        <span className="mt-2 block text-muted text-xs [overflow-wrap:anywhere]">Reason: {reason}</span>
      ) : null}
      {isShown ? null : (
        <span className="mt-2 block text-muted text-xs">
          Not shown: the purchase was refunded or its access has ended.
        </span>
      )}
    </span>
  )
}

/** Reviews by buyers. The back office decides on them and answers them, and changes none. */
export default function ReviewsTab() {
  const { get, set } = useAddressFilter()
  const state = REVIEW_STATES.find((one) => one === get('state')) ?? 'pending'
  return (
    <Tabs value={state} onValueChange={(next) => set({ state: next === 'pending' ? '' : next })}>
      <TabsList label="Which reviews" variant="segmented">
        {REVIEW_STATES.map((one) => (
          <TabsTrigger key={one} value={one}>
            {LABELS[one]}
          </TabsTrigger>
        ))}
      </TabsList>
      {REVIEW_STATES.map((one) => (
        <TabsContent key={one} value={one}>
          <InState state={one} />
        </TabsContent>
      ))}
    </Tabs>
  )
}

function InState({ state }: { state: ReviewState }) {
  return (
    <ListCard
      title="Reviews"
      description="Publish criticism as you publish praise. Reject only what breaks the rules: insults, other people’s data, secrets, advertising. The author reads the reason."
      query={useInfiniteQuery(managedReviewsQuery(state))}
      columns={COLUMNS}
      keyOf={({ id }) => id}
      noun="reviews"
      empty={{ icon: <MessageSquareQuote />, title: EMPTY[state] }}
    />
  )
}
