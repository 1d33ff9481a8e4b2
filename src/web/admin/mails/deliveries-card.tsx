import { useInfiniteQuery } from '@tanstack/react-query'
import { MailCheck } from 'lucide-react'
import { reasonOf } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Card, CardDescription, CardHeader, CardTitle } from '../../ui/layout/card.tsx'
import { Tabs, TabsList, TabsTrigger } from '../../ui/layout/tabs.tsx'
import { VisuallyHidden } from '../../ui/layout/visually-hidden.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { useAddressFilter } from '../ui/use-address-filter.ts'
import { DeliveryRow } from './delivery-row.tsx'
import { deliveriesQuery } from './mail-queries.ts'

const SHOWN = [
  { status: 'dead', label: 'Not delivered', empty: 'There is no undelivered mail.' },
  { status: 'retrying', label: 'Retrying', empty: 'No mail is waiting for another try.' },
  { status: 'sent', label: 'Sent', empty: 'No mail has been sent yet.' },
] as const

/** Mails in one status, or all to one address. An undeliverable mail can be sent again. */
export function DeliveriesCard() {
  const { get, set } = useAddressFilter()
  const to = get('to')
  const shown = SHOWN.find(({ status }) => status === get('status')) ?? SHOWN[0]
  const { status } = shown
  const query = useInfiniteQuery(deliveriesQuery(to ? { to } : { status }))
  const { data, error, isPending, isFetching, refetch } = query
  const rows = data?.pages.flatMap((page) => page.data) ?? []
  return (
    <Card>
      <CardHeader className="gap-4 pb-4 sm:flex-row sm:items-center sm:justify-between">
        <div>
          <CardTitle as="h2">Mails</CardTitle>
          <CardDescription>Receipts, download links and notices.</CardDescription>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          {to ? null : (
            <Tabs value={status} onValueChange={(next) => set({ status: next === 'dead' ? '' : next })}>
              <TabsList label="Which mails" variant="segmented">
                {SHOWN.map((one) => (
                  <TabsTrigger key={one.status} value={one.status} aria-controls="deliveries">
                    {one.label}
                  </TabsTrigger>
                ))}
              </TabsList>
            </Tabs>
          )}
          <Button size="sm" busy={isFetching && !isPending} onClick={() => refetch()}>
            Refresh
          </Button>
        </div>
      </CardHeader>
      <div className="flex px-5 pb-4 sm:px-6">
        <SearchField name="to" label="All mails to one address, typed in full" />
      </div>
      <div id="deliveries" role="tabpanel" aria-label={to ? `Mails to ${to}` : shown.label}>
        {isPending ? <RowsSkeleton /> : null}
        {error && rows.length === 0 ? (
          <ErrorState
            bare
            title="The mails could not be loaded"
            text={reasonOf(error, 'An unexpected error occurred')}
            onRetry={() => refetch()}
            retrying={isFetching}
          />
        ) : null}
        {data && rows.length === 0 ? (
          <EmptyState
            bare
            icon={<MailCheck />}
            title={to ? 'No mails to this address' : shown.empty}
            text={to ? 'Enter the whole address that the mail was sent to.' : undefined}
            className="border-line border-t"
          />
        ) : null}
        {rows.length > 0 ? (
          <ul className="divide-y divide-line border-line border-t">
            {rows.map((delivery) => (
              <DeliveryRow key={delivery.id} delivery={delivery} showsState={to !== ''} />
            ))}
          </ul>
        ) : null}
        <ShowMore query={query} />
      </div>
    </Card>
  )
}

function RowsSkeleton() {
  return (
    <div className="divide-y divide-line border-line border-t">
      <VisuallyHidden role="status">Loading the mails</VisuallyHidden>
      {[0, 1, 2].map((row) => (
        <div key={row} className="flex h-18 items-center justify-between gap-4 px-5 sm:px-6">
          <div>
            <Skeleton className="h-4 w-48" />
            <Skeleton className="mt-2 h-3 w-32" />
          </div>
          <Skeleton className="h-8 w-24 rounded-md" />
        </div>
      ))}
    </div>
  )
}
