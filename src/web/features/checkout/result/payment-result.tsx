import type { PaymentView } from '#shared/payments/contract.ts'
import { AppLink } from '../../../lib/app-link.tsx'
import { Button } from '../../../ui/button.tsx'
import { SupportLink } from '../../contact/support-link.tsx'
import { ResultCard } from './card.tsx'
import { PaymentClosed } from './closed.tsx'
import { PaymentCompleted } from './completed.tsx'
import { CouldNotCheck } from './could-not-check.tsx'
import { LateGuestOrder } from './late-guest-order.tsx'
import { PartialPayment } from './partial-payment.tsx'
import type { ResultVariant } from './redirect-rules.ts'
import { PaymentRefunded } from './refunded.tsx'
import { SecondPayment } from './second-payment.tsx'
import { usePayment } from './use-payment.ts'

export type PaymentResultProps = { reference: string; variant: ResultVariant }

const dashboard = (
  <Button asChild variant="primary">
    <AppLink to="/dashboard">Go to dashboard</AppLink>
  </Button>
)

const unknown = (
  <ResultCard
    kind="empty"
    plain
    title="We do not know this payment"
    text="It does not belong to this account. If you paid with another account, log in with that one. If you paid without an account, the payment appears in the account that has confirmed the email address you entered when paying. A crypto payment that is not complete appears there once its payment page has closed; until then, pay the amount due on that page."
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

/** The state of the buyer's payment, as polled from the server. */
export function PaymentResult({ reference, variant }: PaymentResultProps) {
  const { payment, phase, again, retrying } = usePayment(reference)

  if (payment?.isSecondPayment && (phase === 'completed' || phase === 'returned'))
    return <SecondPayment payment={payment} />
  if (payment && phase === 'completed') {
    return <PaymentCompleted payment={payment} reference={reference} variant={variant} />
  }
  if (payment && phase === 'partial-payment') return <PartialPayment payment={payment} />
  if (payment && phase === 'partial-refund') return <PaymentRefunded payment={payment} />
  if (payment && (phase === 'failed' || phase === 'expired' || phase === 'returned')) {
    return <PaymentClosed payment={payment} phase={phase} />
  }
  if (phase === 'review') {
    return (
      <ResultCard
        kind="warning"
        title="Your payment is being reviewed"
        text="Our support team is checking this payment and will email you. Do not pay again."
        actions={dashboard}
        note={
          <>
            {payment ? `Order ${payment.orderReference} · ` : null}
            <SupportLink subject={payment ? `Order ${payment.orderReference}` : undefined} />
          </>
        }
      />
    )
  }
  if (phase === 'unknown') {
    // A purchase that this browser made before the login, without the account.
    return <LateGuestOrder reference={reference} variant={variant} otherwise={unknown} />
  }
  if (phase === 'unreachable') return <CouldNotCheck onRetry={again} retrying={retrying} />
  if (phase === 'pending') {
    return (
      <ResultCard
        kind="waiting"
        title="Payment pending"
        text={payment && isWaitingForBuyer(payment) ? NOT_SEEN_YET : NOT_CONFIRMED_YET}
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
        note={payment ? `${payment.productName} · Order ${payment.orderReference}` : null}
      />
    )
  }
  return (
    <ResultCard
      kind="busy"
      title="Verifying Payment..."
      text="We are asking the payment provider. This takes a few seconds."
    />
  )
}

/** The page of a crypto payment is still open, and no payment was seen there yet. */
const isWaitingForBuyer = ({ payUrl, isProcessing }: PaymentView) => payUrl !== null && !isProcessing

const NOT_SEEN_YET =
  'We have not seen your payment yet. If you have sent the money, do not pay again: the blockchain can take a while. If you have not, open the payment page. We will send you an email and a notification as soon as the payment is confirmed. You can close this page.'
const NOT_CONFIRMED_YET =
  'The provider has not confirmed it yet; some payment methods take a few days. There is no need to pay again. We will send you an email and a notification as soon as it is confirmed. You can close this page.'
