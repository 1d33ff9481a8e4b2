import type { Purchase } from '#shared/payments/contract.ts'
import { cn } from '../../../ui/cn.ts'
import { Badge } from '../../../ui/data/badge.tsx'
import { Price } from '../../../ui/data/price.tsx'
import { RelativeTime } from '../../../ui/data/relative-time.tsx'
import { PURCHASE_MARKS } from '../../payments/purchase-status.ts'

export function PurchaseRow({ purchase }: { purchase: Purchase }) {
  const { product, amount, status, purchaseType, purchaseDate } = purchase
  // Completed is the usual status and has no badge.
  const mark = status === 'completed' ? null : PURCHASE_MARKS[status]
  return (
    <li className="flex items-center justify-between gap-4 px-5 py-3.5 sm:px-6">
      <div className="min-w-0">
        <p className="break-words font-medium text-fg text-sm">{product.name}</p>
        <div className="mt-0.5 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-muted text-xs">
          <span>
            {purchaseType === 'subscription' ? 'Subscription' : 'One-time'} ·{' '}
            <RelativeTime dense value={purchaseDate} />
          </span>
          {mark ? <Badge tone={mark.tone}>{mark.label}</Badge> : null}
        </div>
      </div>
      <Price usd={amount} size="sm" className={cn('shrink-0', status === 'refunded' && 'line-through')} />
    </li>
  )
}
