import { useQuery } from '@tanstack/react-query'
import { formatUsd } from '#shared/core/money.ts'
import { Stat } from '../../../ui/data/stat.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { myProductsQuery } from '../../access/queries.ts'
import { purchasesQuery } from '../../payments/queries.ts'
import { purchaseTotals } from './purchase-totals.ts'

/** Three figures. A figure that could not be loaded is a dash, and its card below shows the error. */
export function OverviewStats() {
  const products = useQuery(myProductsQuery())
  const purchases = useQuery(purchasesQuery())
  const totals = purchases.data ? purchaseTotals(purchases.data) : undefined
  const figure = (value: string | number | undefined, pending: boolean) =>
    pending ? <Skeleton className="inline-block h-6 w-16 align-middle" /> : (value ?? '–')
  return (
    <Card className="grid grid-cols-2 gap-px overflow-hidden bg-line sm:grid-cols-3 lg:col-span-3">
      <Stat
        className="bg-surface px-5 py-4 sm:px-6 sm:py-5"
        label="Active products"
        value={figure(products.data?.length, products.isPending)}
      />
      <Stat
        className="bg-surface px-5 py-4 sm:px-6 sm:py-5"
        label="Purchases"
        value={figure(totals?.count, purchases.isPending)}
      />
      <Stat
        className="col-span-2 bg-surface px-5 py-4 sm:col-span-1 sm:px-6 sm:py-5"
        label="Total spent"
        value={figure(totals && formatUsd(totals.usd), purchases.isPending)}
      />
    </Card>
  )
}
