import { AppLink } from '../../app/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { PaymentClosed } from './payment-closed.tsx'
import { PaymentCompleted } from './payment-completed.tsx'
import { ResultCard } from './result-card.tsx'
import type { ResultVariant } from './result-variant.ts'
import { usePayment } from './use-payment.ts'

export type PaymentResultProps = { reference: string; variant: ResultVariant }

const dashboard = (
  <Button asChild variant="primary">
    <AppLink to="/dashboard">Go to dashboard</AppLink>
  </Button>
)

/** The real state of the buyer's own payment. */
export function PaymentResult({ reference, variant }: PaymentResultProps) {
  const { payment, phase, again } = usePayment(reference)
  const retry = <Button onClick={again}>Check again</Button>

  if (payment && phase === 'completed') {
    return <PaymentCompleted payment={payment} reference={reference} variant={variant} />
  }
  if (payment && (phase === 'failed' || phase === 'expired' || phase === 'returned')) {
    return <PaymentClosed payment={payment} phase={phase} />
  }
  if (phase === 'review') {
    return (
      <ResultCard
        look="warning"
        title="Your payment is being reviewed"
        text="It reached us, but something about it needs a person. Support is looking at it and will write to you. You need not pay again."
        actions={dashboard}
        note={payment ? <>Order #{payment.id}</> : null}
      />
    )
  }
  if (phase === 'unknown') {
    return (
      <ResultCard
        look="stopped"
        title="No such payment in this account"
        text="If you paid with another account, log in with that one. Your receipt went to the email you entered when paying."
        actions={dashboard}
      />
    )
  }
  if (phase === 'unreachable') {
    return (
      <ResultCard
        look="warning"
        title="The payment could not be checked"
        text="The shop cannot be reached right now. Your payment is safe with the provider; this page only could not read it."
        actions={
          <>
            {dashboard}
            {retry}
          </>
        }
      />
    )
  }
  if (phase === 'waiting') {
    return (
      <ResultCard
        look="waiting"
        title="Your payment is being confirmed"
        text="The provider is taking longer than usual. Nothing is lost and you may close this page: a notification and an email follow as soon as it is confirmed."
        actions={
          <>
            {dashboard}
            {retry}
          </>
        }
      />
    )
  }
  return (
    <ResultCard
      look="busy"
      title="Verifying Payment..."
      text="We are asking the payment provider. This takes a few seconds."
    />
  )
}
