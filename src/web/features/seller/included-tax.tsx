import { useQuery } from '@tanstack/react-query'
import { shopQuery } from './queries.ts'

/** Says that the total includes tax. Nothing where the shop states no tax. */
export function IncludedTax() {
  const tax = useQuery(shopQuery).data?.tax
  return tax ? (
    <p className="mt-1 text-right text-muted text-xs">
      Including {tax.percent}% {tax.name}. The invoice states the amount.
    </p>
  ) : null
}
