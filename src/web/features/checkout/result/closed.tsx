import type { PaymentView } from '#shared/payments/contract.ts'
import { AppLink } from '../../../lib/app-link.tsx'
import { Button } from '../../../ui/button.tsx'
import { SupportLink } from '../../contact/support-link.tsx'
import { checkoutPath } from '../checkout-path.ts'
import { ResultCard } from './card.tsx'

const texts = {
  failed: {
    title: 'The payment did not go through',
    text: 'The provider declined it and no charges were made. You can try again with another card.',
  },
  expired: {
    title: 'The checkout has expired',
    text: 'It was not paid in time and no charges were made. You can start again.',
  },
  'crypto-failed': {
    title: 'The payment did not go through',
    text: 'The provider could not confirm your payment on the blockchain. If money left your wallet, write to us before you pay again.',
  },
  'crypto-expired': {
    title: 'The checkout has expired',
    text: 'We received no payment in time. If you have already paid, do not pay again. We will complete your purchase and email you when the payment arrives.',
  },
  'trial-used': {
    title: 'Your free days did not start',
    text: 'Free days are once per person, and this card or account has had them before. We ended the new subscription at once: nothing was charged, and nothing will be. You can subscribe without free days.',
  },
  'trial-owned': {
    title: 'You have this subscription already',
    text: 'So we ended the new one at once: nothing was charged, and nothing will be. Your access stays as it is.',
  },
  refund: {
    title: 'This payment was refunded',
    text: 'It did not match its order. It was refunded in full, and nothing was delivered.',
  },
  dispute: {
    title: 'This payment was disputed',
    text: 'It did not match its order. Your bank gave you the money back, and nothing was delivered.',
  },
  refunded: {
    title: 'This payment was refunded',
    text: 'It was refunded in full. Your dashboard shows what you have access to.',
  },
  'partially-refunded': {
    title: 'This payment was partly refunded',
    text: 'Your access stays as it is.',
  },
  disputed: {
    title: 'This payment is disputed',
    text: 'Access from this payment is paused until your bank has decided.',
  },
} as const

const IF_COUPON_GOES =
  ' If your coupon is used up by then, you can pay the difference to the full price or get a refund.'

export type PaymentClosedProps = { payment: PaymentView; phase: 'failed' | 'expired' | 'returned' }

function textKeyOf(
  { isCrypto, lostBy, status, trialStopped }: PaymentView,
  phase: PaymentClosedProps['phase'],
): keyof typeof texts {
  if (phase === 'returned') {
    if (status === 'disputed') return status
    return status === 'partially_refunded' ? 'partially-refunded' : 'refunded'
  }
  if (trialStopped) return trialStopped === 'owned' ? 'trial-owned' : 'trial-used'
  if (lostBy !== null) return lostBy
  return isCrypto ? `crypto-${phase}` : phase
}

/** An unpaid or refunded payment, with a link back. */
export function PaymentClosed({ payment, phase }: PaymentClosedProps) {
  const { title, text } = texts[textKeyOf(payment, phase)]
  return (
    <ResultCard
      kind="stopped"
      title={title}
      text={
        payment.isCrypto && phase === 'expired' && payment.discountAmount > 0 ? text + IF_COUPON_GOES : text
      }
      actions={
        <>
          <Button asChild variant="primary">
            {phase === 'returned' || payment.trialStopped === 'owned' ? (
              <AppLink to="/dashboard">Go to dashboard</AppLink>
            ) : payment.trialStopped ? (
              <AppLink to={checkoutPath({ ...payment, trial: 'no' })}>Subscribe without free days</AppLink>
            ) : (
              <AppLink to={checkoutPath(payment)}>Return to Checkout</AppLink>
            )}
          </Button>
          <Button asChild>
            <AppLink to="/">Return to Home</AppLink>
          </Button>
        </>
      }
      note={
        <>
          <p>
            {payment.productName} · Order {payment.orderReference}
          </p>
          <p className="mt-1">
            Questions: <SupportLink subject={`Order ${payment.orderReference}`} />
          </p>
        </>
      }
    />
  )
}
