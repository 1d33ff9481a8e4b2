import { standingOf } from './already-yours.ts'
import { CheckoutForm } from './checkout-form.tsx'
import { CheckoutFrame, STEPS } from './checkout-frame.tsx'
import { OrderSummary } from './order-summary.tsx'
import { OwnedCard } from './owned-card.tsx'
import { StandingNotice } from './standing-notice.tsx'
import { type Order, usePay } from './use-pay.ts'

export type CheckoutProps = Order & {
  /** What the buyer has already; empty where it could not be asked. */
  mine: Parameters<typeof standingOf>[1]
}

export function Checkout({ mine, ...order }: CheckoutProps) {
  const { product, user } = order
  const payment = usePay(order)
  const standing = standingOf(product, mine, Date.now())

  if (standing.kind === 'yours') {
    return (
      <CheckoutFrame step={STEPS.length} summary={<OrderSummary product={product} price={null} />}>
        <OwnedCard product={product} title={standing.title} text={standing.text} />
      </CheckoutFrame>
    )
  }
  return (
    <CheckoutFrame
      step={payment.busy ? 1 : 0}
      summary={<OrderSummary product={product} price={payment.price} />}
    >
      <StandingNotice standing={standing} product={product} />
      <CheckoutForm product={product} email={user.email} payment={payment} />
    </CheckoutFrame>
  )
}
