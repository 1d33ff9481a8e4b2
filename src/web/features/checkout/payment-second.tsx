import type { PaymentView } from '../../../worker/features/payments/contract.ts'
import { AppLink } from '../../app/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { formatUsd } from '../../ui/format-usd.ts'
import { ResultCard } from './result-card.tsx'
import { SupportLink } from './support-link.tsx'

/** A second payment for what the buyer has: nothing was granted twice, and it is refunded. */
export const PaymentSecond = ({ payment }: { payment: PaymentView }) => (
  <ResultCard
    look="warning"
    title="You paid twice"
    text={`You already have ${payment.productName}, so ${payment.status === 'refunded' ? 'we refunded' : 'we are refunding'} ${formatUsd(payment.amount)} to you. Your access stays as it is.`}
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
