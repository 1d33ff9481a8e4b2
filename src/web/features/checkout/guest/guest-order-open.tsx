import { formatUsd } from '#shared/core/money.ts'
import type { GuestOrderView } from '#shared/payments/contract.ts'
import { Button } from '../../../ui/button.tsx'
import { SupportLink } from '../../contact/support-link.tsx'
import { ResultCard } from '../result/card.tsx'
import type { PaymentPhase } from '../result/payment-phase.ts'
import { OrderRows } from './order-rows.tsx'
import { RegisterLink } from './register-link.tsx'

export type GuestOrderOpenProps = {
  order: GuestOrderView
  phase: Extract<PaymentPhase, 'verifying' | 'pending' | 'partial-payment'>
  again: () => void
  retrying: boolean
}

/** An order whose payment is not complete yet. The page checks it again automatically. */
export function GuestOrderOpen({ order, phase, again, retrying }: GuestOrderOpenProps) {
  if (phase === 'verifying') {
    return (
      <ResultCard
        kind="busy"
        title="Verifying Payment..."
        text="We are asking the payment provider. This takes a few seconds."
      >
        <OrderRows order={order} />
      </ResultCard>
    )
  }
  const { payUrl } = order
  const isPartial = phase === 'partial-payment'
  return (
    <ResultCard
      kind={isPartial ? 'warning' : 'waiting'}
      title={isPartial ? 'We received less than the price' : 'Payment pending'}
      text={isPartial ? partialText(order) : pendingText(order)}
      actions={
        <>
          {payUrl ? (
            <Button asChild variant="primary">
              <a href={payUrl}>Open the payment page</a>
            </Button>
          ) : isPartial ? (
            <RegisterLink email={order.email} hasAccount={order.hasAccount} />
          ) : null}
          <Button busy={retrying} onClick={again}>
            Check again
          </Button>
        </>
      }
      note={
        <>
          Questions: <SupportLink subject={`Order ${order.orderReference}`} />
        </>
      }
    >
      <OrderRows
        order={order}
        more={
          isPartial
            ? [
                { term: 'Received', value: formatUsd(order.receivedAmount) },
                { term: 'Amount due', value: formatUsd(order.dueAmount), strong: true },
              ]
            : []
        }
      />
    </ResultCard>
  )
}

function partialText({ payUrl, dueAmount, hasAccount }: GuestOrderView): string {
  if (payUrl !== null)
    return `Send the missing ${formatUsd(dueAmount)} on the payment page while it is open. Your file follows as soon as it arrives.`
  const first = hasAccount ? 'Log in' : 'Register with the same email address and confirm it'
  return `The payment page has closed. ${first}: your dashboard then lets you pay the missing ${formatUsd(dueAmount)}, or get back what you sent.`
}

const pendingText = ({ payUrl, isProcessing, email }: GuestOrderView): string =>
  payUrl !== null && !isProcessing
    ? `We have not seen your payment yet. If you have sent the money, do not pay again: the blockchain can take a while. As soon as it is confirmed, we will email the file to ${email ?? 'you'}. You can close this page.`
    : `The provider has not confirmed it yet; some payment methods take a few days. There is no need to pay again. As soon as it is confirmed, we will email the file to ${email ?? 'you'}. You can close this page.`
