import type { ReactNode } from 'react'
import type { Product } from '#shared/catalogue/contract.ts'
import { formatDay } from '#shared/core/format-day.ts'
import { formatUsd } from '#shared/core/money.ts'
import { DAY } from '#shared/core/time.ts'
import type { CouponOffer } from '#shared/coupons/contract.ts'
import type { Trial, Upgrade } from '#shared/payments/contract.ts'
import { DataList } from '../../../ui/data/data-list.tsx'
import { Price } from '../../../ui/data/price.tsx'
import { ProductCover } from '../../../ui/data/product-cover.tsx'
import { fileFacts } from '../../catalogue/file-facts.ts'
import { trialLine } from '../../catalogue/trial-line.ts'
import { IncludedTax } from '../../seller/included-tax.tsx'
import { OrderContents } from './order-contents.tsx'

export type OrderSummaryProps = {
  product: Product
  /** The amount charged now, in USD; null if there is nothing to pay. */
  price: number | null
  offer?: CouponOffer | null
  /** The credit for unused Premium that the buyer ticked. */
  upgrade?: Upgrade | null
  /** The free days with which the order begins. */
  trial?: Trial | null
  couponBox?: ReactNode
  /** The chosen country of an order in crypto; null: none. */
  country?: string | null
}

/** The product and its price, in the style of a hosted payment page. */
export function OrderSummary({ product, price, ...bill }: OrderSummaryProps) {
  const { slug, name, description, imageUrl, isSubscription } = product
  const facts = fileFacts(product)
  return (
    <section aria-labelledby="order-name" className="lg:sticky lg:top-24">
      <div className="flex items-start gap-4">
        <ProductCover
          slug={slug}
          name={name}
          imageUrl={imageUrl}
          priority
          className="w-24 shrink-0 sm:w-36"
        />
        <div className="min-w-0">
          <h2 id="order-name" className="break-words font-medium text-base text-muted">
            {name}
          </h2>
          {price === null ? null : (
            <p className="mt-1 flex flex-wrap items-baseline gap-x-2">
              <Price usd={price} size="xl" />
              <span className="text-muted text-sm">
                {bill.trial ? (trialLine(product) ?? '') : termOf(isSubscription, bill.offer)}
              </span>
            </p>
          )}
        </div>
      </div>
      <p className="mt-6 max-w-prose break-words text-muted text-sm">{description}</p>
      {price === null ? null : <OrderContents product={product} />}
      {facts.length > 0 ? <p className="mt-3 font-mono text-subtle text-xs">{facts.join(' · ')}</p> : null}
      {price === null ? null : <Bill product={product} price={price} {...bill} />}
    </section>
  )
}

/** The billing term. A discount applies to the first period only. */
function termOf(isSubscription: boolean, offer: CouponOffer | null | undefined): string {
  if (!isSubscription) return 'one-time'
  if (offer) return offer.finalAmount === 0 ? 'for one month' : 'for the first month'
  return 'per month'
}

type BillProps = Omit<OrderSummaryProps, 'price'> & { price: number }

function Bill({ product, price, offer, upgrade, trial, couponBox, country }: BillProps) {
  const { name, isSubscription } = product
  const full = trial
    ? product.price
    : offer
      ? offer.discountAmount + offer.finalAmount
      : (upgrade?.price ?? price)
  const discount = offer
    ? [{ term: `Discount (${offer.coupon.code})`, value: <Discount usd={offer.discountAmount} /> }]
    : upgrade
      ? [{ term: 'Credit for unused Premium', value: <Discount usd={upgrade.credit} /> }]
      : []
  return (
    <>
      <DataList
        className="mt-6 border-line border-t"
        rows={[
          { term: isSubscription ? `${name}, monthly` : name, value: <Price usd={full} /> },
          { term: 'Updates', value: updatesOf(product) },
        ]}
      />
      {couponBox}
      <DataList
        className="border-line border-t"
        rows={[...discount, { term: 'Total due today', value: <Price usd={price} />, strong: true }]}
      />
      {trial ? (
        <DataList
          rows={[
            {
              term: `First charge on ${formatDay(Date.now() + trial.days * DAY)}`,
              value: <Price usd={full} />,
            },
          ]}
        />
      ) : null}
      {price > 0 || trial ? <IncludedTax country={country ?? null} className="text-right" /> : null}
    </>
  )
}

const Discount = ({ usd }: { usd: number }) => (
  <span className="font-medium text-base text-success tabular-nums">−{formatUsd(usd)}</span>
)

function updatesOf({ isSubscription, tier }: Product): string {
  if (tier === 'lifetime') return 'All, for life'
  return isSubscription ? 'All, while subscribed' : '3 months from today'
}
