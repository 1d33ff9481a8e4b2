import { formatUsd } from '#shared/core/money.ts'
import type { PaymentView } from '#shared/payments/contract.ts'
import { AppLink } from '../../../lib/app-link.tsx'
import { Button } from '../../../ui/button.tsx'
import { BalanceActions } from '../../payments/balance-actions.tsx'
import { claimLabel } from '../../payments/claim-label.ts'
import { checkoutPath } from '../checkout-path.ts'
import { ResultCard } from './card.tsx'

/** An ended order whose partial payment is refunded. */
export function PaymentRefunded({ payment }: { payment: PaymentView }) {
  const { claimUrl, returnedAmount, productName } = payment
  return (
    <ResultCard
      kind="waiting"
      title={claimUrl === null ? 'Your refund is on its way' : 'Your refund is ready'}
      text={
        claimUrl === null
          ? `We are refunding ${formatUsd(returnedAmount)} to you. We will email you as soon as the provider confirms it.`
          : `${claimLabel(returnedAmount)} The link to that page is also in your email.`
      }
      actions={
        <>
          <BalanceActions payment={payment} />
          <Button asChild>
            <AppLink to={checkoutPath(payment)}>Order again</AppLink>
          </Button>
          <Button asChild variant="ghost">
            <AppLink to="/dashboard">Go to dashboard</AppLink>
          </Button>
        </>
      }
      note={`${productName} · Order ${payment.orderReference}`}
    />
  )
}
