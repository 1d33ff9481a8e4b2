import { useQuery } from '@tanstack/react-query'
import { ArrowRight, Receipt } from 'lucide-react'
import { useState } from 'react'
import { reasonOf } from '../../app/api.ts'
import { AppLink } from '../../app/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, CardFooter, CardHeader, CardTitle } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { purchasesQuery } from '../payments/queries.ts'
import { PurchaseRow } from './purchase-row.tsx'
import { PurchaseRowsSkeleton } from './rows-skeleton.tsx'
import { TabLink } from './tab-link.tsx'

const SHOWN = 5

export function RecentPurchases() {
  const { data, error, isPending, isFetching, refetch } = useQuery(purchasesQuery())
  const [all, setAll] = useState(false)
  const hidden = (data?.length ?? 0) - SHOWN
  return (
    <Card>
      <CardHeader className="flex-row items-center justify-between gap-4 pb-4">
        <CardTitle as="h2">Recent purchases</CardTitle>
        {data && data.length > 0 ? (
          <Button asChild variant="ghost" size="sm" className="-my-1 -mr-2">
            <TabLink tab="products" hash="#purchases">
              Refunds
              <ArrowRight aria-hidden="true" />
            </TabLink>
          </Button>
        ) : null}
      </CardHeader>
      {isPending ? <PurchaseRowsSkeleton /> : null}
      {error ? (
        <ErrorState
          bare
          title="Your purchases could not be loaded"
          text={reasonOf(error, 'An unexpected error occurred')}
          onRetry={refetch}
          retrying={isFetching}
        />
      ) : null}
      {data?.length === 0 ? (
        <EmptyState
          bare
          icon={<Receipt />}
          title="No purchases found."
          text="Every payment is listed here with its amount."
          action={
            <Button asChild>
              <AppLink to="/pricing">See the plans</AppLink>
            </Button>
          }
        />
      ) : null}
      {data && data.length > 0 ? (
        <ul className="divide-y divide-line border-line border-t">
          {(all ? data : data.slice(0, SHOWN)).map((purchase) => (
            <PurchaseRow key={purchase.id} purchase={purchase} />
          ))}
        </ul>
      ) : null}
      {hidden > 0 ? (
        <CardFooter className="py-2">
          <Button
            variant="ghost"
            size="sm"
            aria-expanded={all}
            onClick={() => setAll(!all)}
            className="-ml-3"
          >
            {all ? 'Show fewer' : `Show ${hidden} more`}
          </Button>
        </CardFooter>
      ) : null}
    </Card>
  )
}
