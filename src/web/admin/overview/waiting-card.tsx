import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query'
import {
  CheckCheck,
  ChevronRight,
  Flag,
  Inbox,
  type LucideIcon,
  MessageSquareQuote,
  Scale,
  ShieldAlert,
  Undo2,
} from 'lucide-react'
import { reasonOf } from '../../lib/api.ts'
import { AppLink } from '../../lib/app-link.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Card, CardHeader, CardTitle } from '../../ui/layout/card.tsx'
import { VisuallyHidden } from '../../ui/layout/visually-hidden.tsx'
import { messagesQuery } from '../inbox/inbox-queries.ts'
import { ordersQuery, refundsQuery } from '../orders/orders-queries.ts'
import { findingsQuery } from '../recovery/recovery-queries.ts'
import { managedReviewsQuery } from '../reviews/review-queries.ts'
import { adminPath, FINDINGS_PATH } from '../shell/admin-path.ts'
import type { ListPage } from '../ui/list-card.tsx'

type Source = {
  label: string
  to: string
  Icon: LucideIcon
  query: UseInfiniteQueryResult<InfiniteData<ListPage<unknown>>>
}

/** What waits for a person, each with its number and its list. The overview begins with it. */
export function WaitingCard() {
  const sources: Source[] = [
    {
      label: 'Refund requests to decide',
      to: adminPath('orders', { view: 'refunds' }),
      Icon: Undo2,
      query: useInfiniteQuery(refundsQuery('review')),
    },
    {
      label: 'Disputed purchases',
      to: adminPath('orders', { status: 'disputed' }),
      Icon: Scale,
      query: useInfiniteQuery(ordersQuery({ status: 'disputed' })),
    },
    {
      label: 'Orders to check',
      to: adminPath('orders', { status: 'flagged' }),
      Icon: Flag,
      query: useInfiniteQuery(ordersQuery({ flagged: 'true' })),
    },
    {
      label: 'Differences from a payment provider’s books',
      to: FINDINGS_PATH,
      Icon: ShieldAlert,
      query: useInfiniteQuery(findingsQuery(true)),
    },
    {
      label: 'Messages to answer',
      to: adminPath('inbox'),
      Icon: Inbox,
      query: useInfiniteQuery(messagesQuery('open', '')),
    },
    {
      label: 'Reviews to approve',
      to: adminPath('reviews'),
      Icon: MessageSquareQuote,
      query: useInfiniteQuery(managedReviewsQuery('pending')),
    },
  ]
  const isPending = sources.some(({ query }) => query.isPending)
  const shown = sources.filter(({ query }) => (query.data?.pages[0]?.data.length ?? 0) > 0)
  const failed = sources.filter(({ query }) => query.isError && !query.data)
  return (
    <Card>
      <CardHeader className="pb-4">
        <CardTitle as="h2">Waiting for you</CardTitle>
      </CardHeader>
      {isPending ? (
        <div className="grid h-11 items-center border-line border-t px-5 sm:px-6">
          <VisuallyHidden role="status">Loading what waits for you</VisuallyHidden>
          <Skeleton className="h-4 w-56" />
        </div>
      ) : shown.length === 0 && failed.length === 0 ? (
        <p className="flex h-11 items-center gap-3 border-line border-t px-5 text-muted text-sm sm:px-6">
          <CheckCheck aria-hidden="true" className="size-4 shrink-0 text-success" />
          Nothing. Requests, disputes, messages and reviews appear here.
        </p>
      ) : (
        <ul aria-label="Waiting for you" className="divide-y divide-line border-line border-t">
          {shown.map((source) => (
            <li key={source.label}>
              <Row {...source} />
            </li>
          ))}
        </ul>
      )}
      {failed.length > 0 ? (
        <ErrorState
          bare
          title={
            failed.length === sources.length
              ? 'This list could not be loaded'
              : 'Some of this could not be loaded'
          }
          text={reasonOf(failed[0]?.query.error, 'An unexpected error occurred')}
          onRetry={() => Promise.all(failed.map(({ query }) => query.refetch()))}
          retrying={failed.some(({ query }) => query.isFetching)}
        />
      ) : null}
    </Card>
  )
}

const Row = ({ label, to, Icon, query }: Source) => (
  <AppLink
    to={to}
    className="flex min-h-11 items-center gap-3 px-5 py-2 text-sm hover:bg-hover focus-visible:-outline-offset-2 sm:px-6"
  >
    <Icon aria-hidden="true" className="size-4 shrink-0 text-subtle" />
    <span className="min-w-0 flex-1 text-fg">{label}</span>
    <span className="font-medium text-fg tabular-nums">{countOf(query)}</span>
    <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-subtle" />
  </AppLink>
)

/** The first page's number of rows, `50+` where there are more. */
function countOf({ data }: Source['query']): string {
  const [first] = data?.pages ?? []
  if (!first) return ''
  return first.nextCursor === null ? String(first.data.length) : `${first.data.length}+`
}
