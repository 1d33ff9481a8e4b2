import { ShieldCheck } from 'lucide-react'
import type { Product } from '#shared/catalogue/contract.ts'
import { formatDay } from '#shared/core/format-day.ts'
import { formatUsd } from '#shared/core/money.ts'
import { addMonths, DAY } from '#shared/core/time.ts'
import type { CouponOffer } from '#shared/coupons/contract.ts'
import type { Trial } from '#shared/payments/contract.ts'
import { AppLink } from '../../../lib/app-link.tsx'
import type { PayMethod } from './pay-method.ts'

const linkStyle =
  'rounded-sm text-fg underline decoration-line-strong underline-offset-4 hover:decoration-current'

export type TermsOfPaymentProps = {
  product: Pick<Product, 'isSubscription' | 'price'>
  method: PayMethod
  offer: CouponOffer | null
  /** The free days with which the order begins. */
  trial?: Trial | null
}

/** The terms of renewal and refund, in the page above the payment button. */
export function TermsOfPayment({ product, method, offer, trial = null }: TermsOfPaymentProps) {
  if (offer?.finalAmount === 0) {
    return (
      <div className="flex flex-col gap-1.5 text-muted text-xs">
        <p>{free(product.isSubscription)}</p>
        <Accepted />
      </div>
    )
  }
  return (
    <div className="flex flex-col gap-1.5 text-muted text-xs">
      <p>
        {trial
          ? firstCharge(product.price, trial.days)
          : product.isSubscription
            ? renewal(product.price, method, offer)
            : 'One payment. It does not renew.'}
      </p>
      <p>
        <ShieldCheck aria-hidden="true" className="-mt-0.5 mr-1 inline size-3.5" />
        7-day money-back guarantee:{' '}
        <AppLink to="/refund-policy" className={linkStyle}>
          how it works
        </AppLink>
      </p>
      <Accepted />
    </div>
  )
}

/** The order stores the version of the terms that applies now. */
const Accepted = () => (
  <p>
    With your order you accept the{' '}
    <AppLink to="/terms" className={linkStyle}>
      terms of service
    </AppLink>
    .
  </p>
)

const free = (isSubscription: boolean) =>
  isSubscription
    ? 'Free for one month. It ends automatically; you will not be charged.'
    : 'Nothing is charged, now or later.'

function firstCharge(price: number, days: number) {
  const day = formatDay(Date.now() + days * DAY)
  return (
    <>
      Nothing is charged today. The first charge is {formatUsd(price)} on {day}, then monthly until cancelled.
      Cancel before that day in{' '}
      <AppLink to="/dashboard?tab=subscriptions" className={linkStyle}>
        your dashboard
      </AppLink>
      , and nothing is charged. We remind you three days before.
    </>
  )
}

function renewal(price: number, method: PayMethod, offer: CouponOffer | null) {
  if (method === 'crypto') {
    const month = offer
      ? `${formatUsd(offer.finalAmount)} pays for one month in advance`
      : 'Crypto pays for one month in advance'
    return `${month}. It does not renew automatically.`
  }
  return (
    <>
      {offer
        ? `${formatUsd(offer.finalAmount)} for the first month. After that, your subscription`
        : 'Your subscription'}{' '}
      renews monthly until cancelled, first on {formatDay(addMonths(Date.now(), 1))} at {formatUsd(price)}.
      You can cancel at any time in{' '}
      <AppLink to="/dashboard?tab=subscriptions" className={linkStyle}>
        your dashboard
      </AppLink>
      .
    </>
  )
}
