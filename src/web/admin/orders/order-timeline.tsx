import { useInfiniteQuery } from '@tanstack/react-query'
import type { OrderDetail, TimelinePart } from '#shared/orders/contract.ts'
import { reasonOf } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardBody, CardDescription, CardFooter, CardHeader, CardTitle } from '../../ui/layout/card.tsx'
import { olderQuery } from './orders-queries.ts'
import { TimelineList } from './timeline-list.tsx'

/** Every event of an order. Mails and downloads can be many, so they come in pages. */
export function OrderTimeline({ order }: { order: OrderDetail }) {
  const mails = useOlder(order, 'mails')
  const downloads = useOlder(order, 'downloads')
  // The sort is stable: events with the same time keep the order of the response.
  const entries = [...order.timeline, ...mails.entries, ...downloads.entries].toSorted((a, b) =>
    b.at.localeCompare(a.at),
  )
  return (
    <Card>
      <CardHeader>
        <CardTitle as="h3">Timeline</CardTitle>
        <CardDescription>Every event, mail, download and admin action, newest first.</CardDescription>
      </CardHeader>
      <CardBody>
        <TimelineList entries={entries} label="Timeline" />
      </CardBody>
      {mails.hasMore || downloads.hasMore ? (
        <CardFooter className="py-2">
          {[mails, downloads].map(({ part, hasMore, busy, error, showMore }) =>
            hasMore ? (
              <span key={part} className="flex flex-wrap items-center gap-2">
                <Button variant="ghost" size="sm" busy={busy} onClick={showMore} className="-ml-3">
                  Show older {part}
                </Button>
                {error ? <span className="text-danger text-xs">{reasonOf(error, 'Not loaded')}</span> : null}
              </span>
            ) : null,
          )}
        </CardFooter>
      ) : null}
    </Card>
  )
}

function useOlder({ id, older }: OrderDetail, part: TimelinePart) {
  const { data, hasNextPage, isFetching, error, fetchNextPage } = useInfiniteQuery(
    olderQuery(id, part, older[part]),
  )
  return {
    part,
    entries: data?.pages.flatMap((page) => page.data) ?? [],
    hasMore: data ? hasNextPage : older[part] !== null,
    busy: isFetching,
    error,
    showMore: () => fetchNextPage(),
  }
}
