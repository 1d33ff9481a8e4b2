import { useQuery } from '@tanstack/react-query'
import { reasonOf } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/data/badge.tsx'
import { Copyable } from '../../ui/data/copyable.tsx'
import { DataList } from '../../ui/data/data-list.tsx'
import { RelativeTime } from '../../ui/data/relative-time.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Card, CardBody, CardHeader, CardTitle } from '../../ui/layout/card.tsx'
import { deliveryBadge } from './delivery-badges.ts'
import { deliveryQuery } from './mail-queries.ts'

export type DeliveryWatchProps = { deliveryKey: string; downloadLink: string }

/** One mail's delivery, refetched every second until it is sent or undeliverable. */
export function DeliveryWatch({ deliveryKey, downloadLink }: DeliveryWatchProps) {
  const { data, error, refetch, isFetching } = useQuery(deliveryQuery(deliveryKey))
  return (
    <Card>
      <CardHeader className="flex-row items-center justify-between gap-4">
        <CardTitle as="h2">Delivery</CardTitle>
        <span role="status">
          {data ? (
            <Badge tone={deliveryBadge(data).tone} dot>
              {deliveryBadge(data).label}
            </Badge>
          ) : null}
        </span>
      </CardHeader>
      <CardBody>
        {data ? (
          <DataList
            align="start"
            rows={[
              { term: 'To', value: data.to },
              { term: 'Tries', value: <span className="font-mono">{data.attempts}</span> },
              ...(data.sentAt ? [{ term: 'Sent', value: <RelativeTime value={data.sentAt} /> }] : []),
              ...(data.lastError ? [{ term: 'Last error', value: data.lastError }] : []),
            ]}
          />
        ) : error ? (
          <p className="text-danger text-sm">{reasonOf(error, 'An unexpected error occurred')}</p>
        ) : (
          <Skeleton className="h-24 w-full rounded-md" />
        )}
        <p className="mt-4 text-muted text-sm">Download link</p>
        <Copyable label="download link" value={downloadLink} ends={24} />
        {error ? (
          <Button size="sm" className="mt-4" busy={isFetching} onClick={() => refetch()}>
            Retry
          </Button>
        ) : null}
      </CardBody>
    </Card>
  )
}
