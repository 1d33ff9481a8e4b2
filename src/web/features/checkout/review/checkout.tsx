import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Product, ProductDetail } from '#shared/catalogue/contract.ts'
import { isForSale } from '#shared/catalogue/rules.ts'
import { LIFETIME_ID } from '#shared/core/plan-ids.ts'
import type { Subscription } from '#shared/subscriptions/contract.ts'
import { useNavigate, useSearchParams } from '../../../lib/router/router-context.ts'
import { openPaymentsQuery, trialQuery, upgradeQuery } from '../../payments/queries.ts'
import { useCryptoName } from '../../payments/use-crypto-name.ts'
import { useCountryTaxes } from '../../seller/use-country-taxes.ts'
import { CheckoutFrame, STEPS } from '../frame.tsx'
import { ownershipOf } from '../ownership.ts'
import { BundleChoice } from './bundle-choice.tsx'
import { dismissOffer, isOfferDismissed, offeredBundle } from './bundle-offer.ts'
import { CouponBox } from './coupon-box.tsx'
import { CheckoutForm } from './form.tsx'
import { NotForSale } from './not-for-sale.tsx'
import { OpenPaymentCard } from './open-payment-card.tsx'
import { OrderSummary } from './order-summary.tsx'
import { OwnedCard } from './owned-card.tsx'
import { BundleOwnedNotice, OwnershipNotice } from './ownership-notice.tsx'
import { PartialPaymentNotice } from './partial-payment-notice.tsx'
import { cryptoCheckoutPath, readMethod } from './pay-method.ts'
import { prepaidMonth } from './prepaid-month.ts'
import { CheckoutSkeleton } from './skeleton.tsx'
import { TrialNote } from './trial-note.tsx'
import { UpgradeChoice } from './upgrade-choice.tsx'
import { useCoupon } from './use-coupon.ts'
import { type Order, usePay } from './use-pay.ts'

export type CheckoutProps = Omit<Order, 'product'> & {
  product: ProductDetail
  /** The product's price (USD) on the pages before this one in the tab; undefined: none showed it. */
  shownPrice: number | undefined
  /** The products that the buyer has access to; empty if they could not be fetched. */
  mine: Parameters<typeof ownershipOf>[1]
  subscriptions: readonly Subscription[]
  /** The country of the account's latest crypto order whose tax went by the country. */
  keptCountry: string | null
  /** Called when a coupon code was sent after the session had ended. */
  onCouponSignedOut: (code: string) => void
}

export function Checkout(props: CheckoutProps) {
  const { mine, subscriptions, keptCountry, onCouponSignedOut, shownPrice, ...asked } = props
  const { product: script, user, referralCode } = asked
  const [isDismissed, setDismissed] = useState(isOfferDismissed)
  const [takesBundle, setTakesBundle] = useState(false)
  const bundle = offeredBundle(script, mine)
  const product: Product = takesBundle && bundle ? bundle : script
  const order = { ...asked, product }
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const crypto = useCryptoName()
  const [method, setMethod] = useState(() => readMethod(query.get('method'), crypto !== null))
  const [country, setCountry] = useState(keptCountry)
  const coupon = useCoupon(product, onCouponSignedOut)
  const { data: credit = null } = useQuery({ ...upgradeQuery(), enabled: product.id === LIFETIME_ID })
  const [upgrades, setUpgrades] = useState(false)
  const upgrade = upgrades ? credit : null
  const { data: offered = null } = useQuery({ ...trialQuery(product.id), enabled: product.trialDays > 0 })
  // The link of a mail about a stopped trial begins without one.
  const declined = query.get('trial') === 'no'
  const isOpenToTrial = offered?.refusal === null && method === 'card' && !coupon.offer && !declined
  const trial = isOpenToTrial ? offered : null
  const asksCountry = useCountryTaxes() !== null && method === 'crypto'
  const payment = usePay(order, coupon, upgrade, trial, product === script ? shownPrice : undefined)
  const ownership = ownershipOf(product, mine, Date.now())
  const { data: open } = useQuery({ ...openPaymentsQuery(), staleTime: 0 })
  const openPayment = open?.find((one) => one.productId === product.id && one.isProcessing)

  if (ownership.kind === 'yours') {
    const labels = prepaidMonth(product.id, subscriptions, crypto !== null, Date.now()) ?? ownership
    return (
      <CheckoutFrame step={STEPS.length} summary={<OrderSummary product={product} price={null} />}>
        <OwnedCard product={product} {...labels} />
      </CheckoutFrame>
    )
  }
  if (openPayment) {
    return (
      <CheckoutFrame step={1} summary={<OrderSummary product={product} price={null} />}>
        <OpenPaymentCard payment={openPayment} />
      </CheckoutFrame>
    )
  }
  if (!isForSale(product)) {
    return (
      <CheckoutFrame step={0} summary={<OrderSummary product={product} price={null} />}>
        <NotForSale product={product} />
      </CheckoutFrame>
    )
  }
  if (coupon.restoring) return <CheckoutSkeleton />
  return (
    <CheckoutFrame
      step={payment.busy ? 1 : 0}
      summary={
        <OrderSummary
          product={product}
          price={payment.price}
          offer={coupon.offer}
          upgrade={upgrade}
          couponBox={upgrade || takesBundle ? null : <CouponBox coupon={coupon} disabled={payment.busy} />}
          trial={trial}
          country={asksCountry ? country : null}
        />
      }
    >
      <PartialPaymentNotice productId={product.id} />
      {credit ? (
        <UpgradeChoice
          upgrade={credit}
          checked={upgrades}
          disabled={payment.busy}
          onChange={(chosen) => {
            setUpgrades(chosen)
            if (chosen) coupon.clear()
          }}
        />
      ) : null}
      {bundle?.bundle && !isDismissed && coupon.offer === null ? (
        <BundleChoice
          product={script}
          bundle={{ ...bundle, bundle: bundle.bundle }}
          checked={takesBundle}
          disabled={payment.busy || coupon.validating}
          onChange={setTakesBundle}
          onDismiss={() => {
            dismissOffer()
            setDismissed(true)
          }}
        />
      ) : null}
      <BundleOwnedNotice product={product} mine={mine} />
      {upgrade ? null : <OwnershipNotice ownership={ownership} product={product} />}
      <CheckoutForm
        product={product}
        userId={user.id}
        email={user.email}
        payment={payment}
        method={method}
        onMethod={setMethod}
        crypto={crypto}
        country={asksCountry ? { code: country, onChange: setCountry } : null}
        onCrypto={(email, deliveryConsent, remind) => {
          const order = {
            productId: product.id,
            email,
            referralCode,
            offer: coupon.offer,
            upgrade,
            bundledIds: product.bundle?.products.map(({ id }) => id) ?? null,
            deliveryConsent,
            country: asksCountry ? country : null,
            remind,
          }
          navigate(cryptoCheckoutPath(order))
        }}
        offer={coupon.offer}
        trial={trial}
        trialNote={
          offered && !declined ? (
            <TrialNote trial={offered} method={method} hasCoupon={coupon.offer !== null} />
          ) : null
        }
        unsettled={coupon.validating}
      />
    </CheckoutFrame>
  )
}
