import { formatUsd } from '#shared/core/money.ts'
import type { PaymentView } from '#shared/payments/contract.ts'
import { AppLink } from '../../../lib/app-link.tsx'
import { Button } from '../../../ui/button.tsx'
import { SupportLink } from '../../contact/support-link.tsx'
import { ResultCard } from './card.tsx'

/**
 * A payment that granted nothing and is refunded: for a product that the buyer has, or with a coupon that their card has
 * used.
 */
export const SecondPayment = ({ payment }: { payment: PaymentView }) => (
  <ResultCard
    kind="warning"
    title={payment.couponReused ? 'This coupon was used before' : 'You paid twice'}
    text={
      payment.couponReused
        ? `The coupon was used with this card before, for another account${outcomeOf(payment)} You can buy ${payment.productName} at its full price at any time.`
        : `You already have ${payment.productName}${outcomeOf(payment)} Your access stays as it is.`
    }
    actions={
      <Button asChild variant="primary">
        <AppLink to="/dashboard?tab=products#purchases">Open your purchases</AppLink>
      </Button>
    }
    note={
      <>
        Order {payment.orderReference} · <SupportLink subject={`Order ${payment.orderReference}`} />
      </>
    }
  />
)

function outcomeOf({ status, amount }: PaymentView): string {
  if (status === 'disputed') return '. This payment is disputed, so your bank decides about the refund.'
  return `, so ${status === 'refunded' ? 'we refunded' : 'we are refunding'} ${formatUsd(amount)} to you.`
}
