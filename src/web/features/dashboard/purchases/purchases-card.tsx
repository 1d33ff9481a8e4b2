import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { formatDay } from '#shared/core/format-day.ts'
import { formatUsd } from '#shared/core/money.ts'
import { invoicePath } from '#shared/core/order-reference.ts'
import { orderAnchor } from '#shared/notifications/link-rules.ts'
import type { Purchase } from '#shared/payments/contract.ts'
import { AppLink } from '../../../lib/app-link.tsx'
import { useLocation } from '../../../lib/router/router-context.ts'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { Badge } from '../../../ui/data/badge.tsx'
import { Price } from '../../../ui/data/price.tsx'
import { Card, CardDescription, CardFooter, CardHeader, CardTitle } from '../../../ui/layout/card.tsx'
import { PURCHASE_MARKS } from '../../payments/purchase-status.ts'
import { purchasesQuery } from '../../payments/queries.ts'
import { PurchaseList } from './list.tsx'
import { RefundAction } from './refund-action.tsx'

const PAGE = 10
/** The anchor to which the receipt mail links. */
const ANCHOR = 'purchases'

/** Every payment with its order reference, its status and the buyer's actions. */
export function PurchasesCard() {
  const { data, isPending } = useQuery(purchasesQuery())
  const { hash } = useLocation()
  const named = data?.findIndex(({ id }) => hash === `#${orderAnchor(id)}`) ?? -1
  const [chosen, setShown] = useState(PAGE)
  const shown = Math.max(chosen, Math.ceil((named + 1) / PAGE) * PAGE)
  const hidden = (data?.length ?? 0) - shown
  const isWanted = !isPending && (hash === `#${ANCHOR}` || named >= 0)
  useEffect(() => {
    if (!isWanted) return
    const target = document.getElementById(hash.slice(1))
    target?.scrollIntoView()
    target?.focus({ preventScroll: true })
  }, [isWanted, hash])
  return (
    <Card id={ANCHOR} className="scroll-mt-20">
      <CardHeader className="pb-4">
        <CardTitle as="h2">Purchases</CardTitle>
        <CardDescription>
          You can ask for a refund within 7 days of paying. See the{' '}
          <AppLink
            to="/refund-policy"
            className="rounded-sm text-fg underline decoration-line-strong underline-offset-4 hover:decoration-current"
          >
            refund policy
          </AppLink>
          .
        </CardDescription>
      </CardHeader>
      <PurchaseList
        empty="Every purchase is listed here with its order reference and amount."
        rows={(purchases) =>
          purchases.slice(0, shown).map((purchase) => <Row key={purchase.id} purchase={purchase} />)
        }
      />
      {hidden > 0 ? (
        <CardFooter className="py-2">
          <Button variant="ghost" size="sm" onClick={() => setShown(shown + PAGE)} className="-ml-3">
            Show {Math.min(hidden, PAGE)} more
          </Button>
        </CardFooter>
      ) : null}
    </Card>
  )
}

function Row({ purchase }: { purchase: Purchase }) {
  const titleId = useId()
  const { id, orderReference, product, amount, refundedAmount, status, purchaseType, purchaseDate } = purchase
  const mark = PURCHASE_MARKS[status]
  return (
    <li
      id={orderAnchor(id)}
      tabIndex={-1}
      className="flex scroll-mt-20 flex-col gap-2 px-5 py-4 outline-none focus:bg-surface-2 sm:px-6"
    >
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <h3 id={titleId} className="break-words font-medium text-fg text-sm">
            {product.name}
          </h3>
          <p className="mt-0.5 text-muted text-xs">
            <span className="font-mono">{orderReference}</span> ·{' '}
            {purchaseType === 'subscription' ? 'Subscription' : 'One-time'} ·{' '}
            <time dateTime={purchaseDate}>{formatDay(purchaseDate)}</time>
            {amount > 0 ? (
              <>
                {' · '}
                <AppLink
                  to={invoicePath(orderReference)}
                  aria-describedby={titleId}
                  className="rounded-sm text-fg underline decoration-line-strong underline-offset-4 hover:decoration-current"
                >
                  Invoice
                </AppLink>
              </>
            ) : null}
          </p>
        </div>
        <div className="flex shrink-0 flex-col items-end gap-1 sm:flex-row sm:items-center sm:gap-4">
          <Badge tone={mark.tone}>{mark.label}</Badge>
          <span className="flex min-w-20 flex-col items-end">
            <Price usd={amount} size="sm" className={cn(status === 'refunded' && 'line-through')} />
            {status === 'partially_refunded' ? (
              <span className="tabular-nums text-muted text-xs">−{formatUsd(refundedAmount)} refunded</span>
            ) : null}
          </span>
        </div>
      </div>
      <RefundAction purchase={purchase} titleId={titleId} />
    </li>
  )
}
