import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { Subscription } from '../../../worker/features/subscriptions/contract.ts'
import { openPaymentsQuery } from '../payments/queries.ts'
import { standingOf } from './already-yours.ts'
import { CheckoutForm } from './checkout-form.tsx'
import { CheckoutFrame, STEPS } from './checkout-frame.tsx'
import { CouponBox } from './coupon-box.tsx'
import { NothingToSell } from './nothing-to-sell.tsx'
import { OrderSummary } from './order-summary.tsx'
import { OwnedCard } from './owned-card.tsx'
import { PartPaidNotice } from './part-paid-notice.tsx'
import { cryptoCheckoutPath, readMethod } from './pay-method.ts'
import { prepaidMonth } from './prepaid-month.ts'
import { StandingNotice } from './standing-notice.tsx'
import { UnderWayCard } from './under-way-card.tsx'
import { useCoupon } from './use-coupon.ts'
import { type Order, usePay } from './use-pay.ts'

export type CheckoutProps = Order & {
  /** What the buyer has already; empty where it could not be asked. */
  mine: Parameters<typeof standingOf>[1]
  subscriptions: readonly Subscription[]
  /** A code was sent, but the session had ended. */
  onCouponSignedOut: (code: string) => void
}

export function Checkout({ mine, subscriptions, onCouponSignedOut, ...order }: CheckoutProps) {
  const { product, user, referralCode } = order
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const [method, setMethod] = useState(() => readMethod(query.get('method')))
  const coupon = useCoupon(product, onCouponSignedOut)
  const payment = usePay(order, coupon)
  const standing = standingOf(product, mine, Date.now())
  const { data: open } = useQuery({ ...openPaymentsQuery(), staleTime: 0 })
  const underWay = open?.find((one) => one.productId === product.id && one.isProcessing)

  if (standing.kind === 'yours') {
    const words = prepaidMonth(product.id, subscriptions, Date.now()) ?? standing
    return (
      <CheckoutFrame step={STEPS.length} summary={<OrderSummary product={product} price={null} />}>
        <OwnedCard product={product} {...words} />
      </CheckoutFrame>
    )
  }
  if (underWay) {
    return (
      <CheckoutFrame step={1} summary={<OrderSummary product={product} price={null} />}>
        <UnderWayCard payment={underWay} />
      </CheckoutFrame>
    )
  }
  if (product.fileName === null) {
    return (
      <CheckoutFrame step={0} summary={<OrderSummary product={product} price={null} />}>
        <NothingToSell name={product.name} />
      </CheckoutFrame>
    )
  }
  return (
    <CheckoutFrame
      step={payment.busy ? 1 : 0}
      summary={
        <OrderSummary
          product={product}
          price={payment.price}
          offer={coupon.offer}
          couponBox={<CouponBox coupon={coupon} disabled={payment.busy} />}
          renews={method === 'card' && payment.price > 0}
        />
      }
    >
      <PartPaidNotice productId={product.id} />
      <StandingNotice standing={standing} product={product} />
      <CheckoutForm
        product={product}
        email={user.email}
        payment={payment}
        method={method}
        onMethod={setMethod}
        onCrypto={(email) =>
          navigate(cryptoCheckoutPath({ productId: product.id, email, referralCode, offer: coupon.offer }))
        }
        offer={coupon.offer}
        unsettled={coupon.validating}
      />
    </CheckoutFrame>
  )
}
