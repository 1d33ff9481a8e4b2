import { useQuery } from '@tanstack/react-query'
import { CircleCheck, LifeBuoy, Monitor, RefreshCw, ShieldCheck, WalletCards } from 'lucide-react'
import type { MyProduct } from '#shared/access/contract.ts'
import type { ProductDetail } from '#shared/catalogue/contract.ts'
import { isForSale } from '#shared/catalogue/rules.ts'
import { AppLink } from '../../../lib/app-link.tsx'
import { useParams } from '../../../lib/router/router-context.ts'
import { Button } from '../../../ui/button.tsx'
import { Price } from '../../../ui/data/price.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { GuestOrderForm } from '../../checkout/guest/guest-order-form.tsx'
import { useCryptoName } from '../../payments/use-crypto-name.ts'
import { AlsoIn } from '../bundles/also-in.tsx'
import { bundleLine, isOwned } from '../bundles/bundle-labels.ts'
import { ProductAction } from '../product-action.tsx'
import { besideQuery } from '../queries.ts'
import { securityPromise } from '../security-promise.ts'
import { TrialTerms } from '../trial-terms.tsx'
import { OwnedActions } from './owned-actions.tsx'
import { ownedTerms, purchaseTerms } from './purchase-terms.ts'

const link = 'rounded-sm text-fg underline decoration-line-strong underline-offset-4 hover:decoration-current'

export type BuyBoxProps = { product: ProductDetail; mine: readonly MyProduct[] }

/** The price, the button and the terms of the purchase. On phones, the button is in the bar at the bottom instead. */
export function BuyBox({ product, mine }: BuyBoxProps) {
  const { id, tier, price, isSubscription } = product
  const owned = mine.find((one) => one.id === id)
  const hasCrypto = useCryptoName() !== null
  if (product.bundle && isOwned(product, new Set(mine.map((one) => one.id)))) return <OwnedBundle />
  if (!owned && !isForSale(product)) return <NotSold bundle={product.bundle} />
  const terms = owned
    ? ownedTerms(product, owned.access.source, hasCrypto)
    : purchaseTerms(product, hasCrypto)
  const promise = securityPromise(product.securityUpdatesUntil, Date.now())
  return (
    <Card className="p-5 sm:p-6 md:max-lg:grid md:max-lg:grid-cols-2 md:max-lg:gap-x-8">
      {owned ? (
        <div>
          <OwnedActions product={product} owned={owned} mine={mine} />
        </div>
      ) : (
        <div>
          <p className="flex flex-wrap items-baseline gap-x-2">
            <Price usd={price} size="xl" />
            <span className="text-muted text-sm">{isSubscription ? 'per month' : 'one-time'}</span>
          </p>
          <TrialTerms product={product} className="mt-2" />
          {product.bundle ? <p className="mt-1 text-muted text-sm">{bundleLine(product)}</p> : null}
          <ProductAction
            product={product}
            owned={false}
            variant="primary"
            size="lg"
            block
            className="mt-5 max-lg:hidden"
          />
          <GuestOrderForm product={product} />
        </div>
      )}
      <div>
        <ul className="mt-5 flex flex-col gap-3.5 border-line border-t pt-5 text-muted text-sm md:max-lg:mt-0 md:max-lg:border-t-0 md:max-lg:pt-0">
          <li className="flex gap-3">
            <WalletCards aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-subtle" />
            {terms.payment}
          </li>
          <li className="flex gap-3">
            <RefreshCw aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-subtle" />
            {terms.updates}.
          </li>
          {product.bundle ? null : (
            <li className="flex gap-3">
              <ShieldCheck aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-subtle" />
              <span>
                <span className="text-fg">{promise.title}.</span> {promise.text}
              </span>
            </li>
          )}
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
              in your dashboard or through support.
            </span>
          </li>
        </ul>
        {owned ? null : <AlsoIn bundles={product.bundles} />}
        {tier === 'script' && !owned ? <IncludedIn /> : null}
      </div>
    </Card>
  )
}

/** The plans that include the script, with what they cost. */
function IncludedIn() {
  const { slug = '' } = useParams()
  const { data = [] } = useQuery(besideQuery(slug))
  const plans = data.filter((product) => product.tier !== 'script').sort((a, b) => a.id - b.id)
  if (plans.length === 0) return null
  return (
    <div className="mt-5 border-line border-t pt-4 text-muted text-sm">
      <p>Also included, with every other script, in</p>
      <ul className="mt-1.5 flex flex-col gap-1">
        {plans.map(({ id, slug, name, price, isSubscription }) => (
          <li key={id} className="flex items-baseline justify-between gap-4">
            <AppLink to={`/products/${slug}`} className={link}>
              {name}
            </AppLink>
            <Price usd={price} per={isSubscription ? 'month' : undefined} size="sm" />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Shown to somebody who has access to every script of the bundle. */
const OwnedBundle = () => (
  <Card className="p-5 sm:p-6">
    <p className="flex items-center gap-2 font-medium text-fg">
      <CircleCheck aria-hidden="true" className="size-5 shrink-0 text-success" />
      You have every script of this bundle
    </p>
    <Button asChild block className="mt-5">
      <AppLink to="/dashboard?tab=products">Go to dashboard</AppLink>
    </Button>
  </Card>
)

const NotSold = ({ bundle }: Pick<ProductDetail, 'bundle'>) => (
  <Card className="p-5 sm:p-6">
    <p className="font-medium text-fg">Not for sale at the moment</p>
    <p className="mt-1 text-muted text-sm">
      {bundle
        ? 'One of its scripts is not for sale, so the bundle cannot be bought. Its owners keep what they have.'
        : 'It has no file to download, so it cannot be bought. Its owners keep what they have.'}
    </p>
    <Button asChild block className="mt-5">
      <AppLink to="/products">See all scripts</AppLink>
    </Button>
  </Card>
)
