import type { PaymentView } from '../../../worker/features/payments/contract.ts'
import { AppLink } from '../../app/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { checkoutPath } from './checkout-path.ts'
import { ResultCard } from './result-card.tsx'
import { SupportLink } from './support-link.tsx'

const words = {
  failed: {
    title: 'The payment did not go through',
    text: 'The provider declined it and no charges were made. You can try again with another card.',
  },
  expired: {
    title: 'The checkout has expired',
    text: 'It was not paid in time and no charges were made. You can start again.',
  },
  returned: {
    title: 'This payment was returned',
    text: 'It has since been refunded, in part or in full, or disputed. Your dashboard shows how it stands.',
  },
} as const

export type PaymentClosedProps = { payment: PaymentView; phase: keyof typeof words }

/** Not paid, or paid back: says so and leads back. */
export function PaymentClosed({ payment, phase }: PaymentClosedProps) {
  const { title, text } = words[phase]
  return (
    <ResultCard
      look="stopped"
      title={title}
      text={text}
      actions={
        <>
          <Button asChild variant="primary">
            {phase === 'returned' ? (
              <AppLink to="/dashboard">Go to dashboard</AppLink>
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
            {payment.productName} · Order #{payment.id}
          </p>
          <p className="mt-1">
            Questions: <SupportLink subject={`Order #${payment.id}`} />
          </p>
        </>
      }
    />
  )
}
