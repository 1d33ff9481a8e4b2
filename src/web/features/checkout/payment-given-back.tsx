import type { PaymentView } from '../../../worker/features/payments/contract.ts'
import { AppLink } from '../../app/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { formatUsd } from '../../ui/format-usd.ts'
import { claimLabel } from '../payments/claim-label.ts'
import { PartActions } from '../payments/part-actions.tsx'
import { checkoutPath } from './checkout-path.ts'
import { ResultCard } from './result-card.tsx'

/** The order ended, and what had arrived for it goes back. */
export function PaymentGivenBack({ payment }: { payment: PaymentView }) {
  const { claimUrl, returnedAmount, productName } = payment
  return (
    <ResultCard
      look="waiting"
      title="Your money is on its way back"
      text={
        claimUrl === null
          ? `We are refunding ${formatUsd(returnedAmount)} to you. We write to you as soon as the provider has taken it over.`
          : `${claimLabel(returnedAmount)} The address is in your email, too.`
      }
      actions={
        <>
          <PartActions payment={payment} />
          <Button asChild>
            <AppLink to={checkoutPath(payment)}>Order again</AppLink>
          </Button>
          <Button asChild variant="ghost">
            <AppLink to="/dashboard">Go to dashboard</AppLink>
          </Button>
        </>
      }
      note={`${productName} · Order #${payment.id}`}
    />
  )
}
