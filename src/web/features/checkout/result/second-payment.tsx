import type { PaymentView } from '#shared/payments/contract.ts'
import { AppLink } from '../../../lib/app-link.tsx'
import { formatUsd } from '../../../lib/format-usd.ts'
import { Button } from '../../../ui/button.tsx'
import { SupportLink } from '../../contact/support-link.tsx'
import { ResultCard } from './card.tsx'

/** A second payment for a product that the buyer has. It granted nothing and is refunded. */
export const SecondPayment = ({ payment }: { payment: PaymentView }) => (
  <ResultCard
    kind="warning"
    title="You paid twice"
    text={`You already have ${payment.productName}${outcomeOf(payment)} Your access stays as it is.`}
    actions={
      <Button asChild variant="primary">
        <AppLink to="/dashboard?tab=products#purchases">Open your purchases</AppLink>
      </Button>
    }
    note={
      <>
        Order #{payment.id} · <SupportLink subject={`Order #${payment.id}`} />
      </>
    }
  />
)

function outcomeOf({ status, amount }: PaymentView): string {
  if (status === 'disputed')
    return '. This second payment is disputed, so your bank decides about the refund.'
  return `, so ${status === 'refunded' ? 'we refunded' : 'we are refunding'} ${formatUsd(amount)} to you.`
}
