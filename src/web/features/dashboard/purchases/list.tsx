import { useQuery } from '@tanstack/react-query'
import { Receipt } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Purchase } from '#shared/payments/contract.ts'
import { reasonOf } from '../../../lib/api.ts'
import { AppLink } from '../../../lib/app-link.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { purchasesQuery } from '../../payments/queries.ts'
import { PurchaseRowsSkeleton } from '../rows-skeleton.tsx'

/** The buyer's payments as rows, or a loading, empty or error state. `empty`: the text of the empty state. */
export function PurchaseList({ empty, rows }: { empty: string; rows: (purchases: Purchase[]) => ReactNode }) {
  const { data, error, isPending, isFetching, refetch } = useQuery(purchasesQuery())
  return (
    <>
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
          text={empty}
          action={
            <Button asChild>
              <AppLink to="/pricing">See the plans</AppLink>
            </Button>
          }
        />
      ) : null}
      {data && data.length > 0 ? (
        <ul className="divide-y divide-line border-line border-t">{rows(data)}</ul>
      ) : null}
    </>
  )
}
