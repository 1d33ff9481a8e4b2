import { CheckoutForm } from './checkout-form.tsx'
import { CheckoutFrame } from './checkout-frame.tsx'
import { OrderSummary } from './order-summary.tsx'
import { type Order, usePay } from './use-pay.ts'

export function Checkout(order: Order) {
  const payment = usePay(order)
  return (
    <CheckoutFrame
      step={payment.busy ? 1 : 0}
      summary={<OrderSummary product={order.product} price={payment.price} />}
    >
      <CheckoutForm product={order.product} email={order.user.email} payment={payment} />
    </CheckoutFrame>
  )
}
