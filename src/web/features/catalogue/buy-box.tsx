import { LifeBuoy, Monitor, RefreshCw, WalletCards } from 'lucide-react'
import type { MyProduct } from '../../../worker/features/access/contract.ts'
import type { ProductDetail } from '../../../worker/features/catalogue/contract.ts'
import { AppLink } from '../../app/app-link.tsx'
import { Card } from '../../ui/card.tsx'
import { Price } from '../../ui/price.tsx'
import { OwnedActions } from './owned-actions.tsx'
import { ProductAction } from './product-action.tsx'
import { heldTerms, purchaseTerms } from './purchase-terms.ts'

const link = 'rounded-sm text-fg underline decoration-line-strong underline-offset-4 hover:decoration-current'

export type BuyBoxProps = { product: ProductDetail; mine: readonly MyProduct[] }

/** Price, the one button, and what the money buys. On phones the button stands in the bar at the bottom instead. */
export function BuyBox({ product, mine }: BuyBoxProps) {
  const { id, tier, price, isSubscription } = product
  const held = mine.find((one) => one.id === id)
  const terms = held ? heldTerms(product, held.access.source) : purchaseTerms(product)
  return (
    <Card className="p-5 sm:p-6">
      {held ? (
        <OwnedActions product={product} held={held} mine={mine} />
      ) : (
        <>
          <p className="flex flex-wrap items-baseline gap-x-2">
            <Price usd={price} size="xl" />
            <span className="text-muted text-sm">{isSubscription ? 'per month' : 'one-time'}</span>
          </p>
          <ProductAction
            product={product}
            held={false}
            variant="primary"
            size="lg"
            block
            className="mt-5 max-lg:hidden"
          />
        </>
      )}
      <ul className="mt-5 flex flex-col gap-3.5 border-line border-t pt-5 text-muted text-sm">
        <li className="flex gap-3">
          <WalletCards aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-subtle" />
          {terms.payment}
        </li>
        <li className="flex gap-3">
          <RefreshCw aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-subtle" />
          {terms.updates}.
        </li>
        <li className="flex gap-3">
          <Monitor aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-subtle" />
          {terms.devices}.
        </li>
        <li className="flex gap-3">
          <LifeBuoy aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-subtle" />
          <span>
            <AppLink to="/refund-policy" className={link}>
              7-day money-back guarantee
            </AppLink>{' '}
            through support.
          </span>
        </li>
      </ul>
      {tier === 'script' && !held ? (
        <p className="mt-5 border-line border-t pt-4 text-muted text-sm">
          Also included in{' '}
          <AppLink to="/products/premium" className={link}>
            Premium
          </AppLink>{' '}
          and{' '}
          <AppLink to="/products/lifetime" className={link}>
            Lifetime
          </AppLink>
          , with every other script.
        </p>
      ) : null}
    </Card>
  )
}
