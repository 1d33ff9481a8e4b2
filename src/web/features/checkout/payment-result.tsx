import { AppLink } from '../../app/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { CouldNotCheck } from './could-not-check.tsx'
import { PaymentClosed } from './payment-closed.tsx'
import { PaymentCompleted } from './payment-completed.tsx'
import { PaymentGivenBack } from './payment-given-back.tsx'
import { PaymentSecond } from './payment-second.tsx'
import { PaymentShort } from './payment-short.tsx'
import { ResultCard } from './result-card.tsx'
import type { ResultVariant } from './result-variant.ts'
import { SupportLink } from './support-link.tsx'
import { usePayment } from './use-payment.ts'

export type PaymentResultProps = { reference: string; variant: ResultVariant }

const dashboard = (
  <Button asChild variant="primary">
    <AppLink to="/dashboard">Go to dashboard</AppLink>
  </Button>
)

/** The real state of the buyer's own payment. */
export function PaymentResult({ reference, variant }: PaymentResultProps) {
  const { payment, phase, again, retrying } = usePayment(reference)

  if (payment?.isSecondPayment && (phase === 'completed' || phase === 'returned'))
    return <PaymentSecond payment={payment} />
  if (payment && phase === 'completed') {
    return <PaymentCompleted payment={payment} reference={reference} variant={variant} />
  }
  if (payment && phase === 'short') return <PaymentShort payment={payment} />
  if (payment && phase === 'given-back') return <PaymentGivenBack payment={payment} />
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
        note={
          <>
            {payment ? `Order #${payment.id} · ` : null}
            <SupportLink subject={payment ? `Order #${payment.id}` : undefined} />
          </>
        }
      />
    )
  }
  if (phase === 'unknown') {
    return (
      <ResultCard
        look="empty"
        plain
        title="We do not know this payment"
        text="It does not belong to this account. If you paid with another account, log in with that one. Your receipt went to the email address you entered when paying."
        actions={
          <>
            {dashboard}
            <Button asChild>
              <AppLink to="/">Return to Home</AppLink>
            </Button>
          </>
        }
        note={
          <>
            Questions: <SupportLink />
          </>
        }
      />
    )
  }
  if (phase === 'unreachable') return <CouldNotCheck onRetry={again} retrying={retrying} />
  if (phase === 'pending') {
    return (
      <ResultCard
        look="waiting"
        title="Payment pending"
        text="The provider has not confirmed it yet; some ways of paying take a few days. Nothing is lost and there is no need to pay again. An email and a notification come as soon as it is confirmed, and you may close this page."
        actions={
          <>
            {payment?.payUrl ? (
              <Button asChild variant="primary">
                <a href={payment.payUrl}>Open the payment page</a>
              </Button>
            ) : (
              dashboard
            )}
            <Button busy={retrying} onClick={again}>
              Check again
            </Button>
          </>
        }
        note={payment ? `${payment.productName} · Order #${payment.id}` : null}
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
