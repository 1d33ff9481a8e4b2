import { ArrowUpRight } from 'lucide-react'
import { useState } from 'react'
import { formatUsd } from '#shared/core/money.ts'
import type { PaymentView } from '#shared/payments/contract.ts'
import { Button, type ButtonProps } from '../../ui/button.tsx'
import { VisuallyHidden } from '../../ui/layout/visually-hidden.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { useBalanceActions } from './use-balance-actions.ts'

export type BalanceActionsProps = {
  payment: Pick<
    PaymentView,
    'id' | 'productName' | 'dueAmount' | 'excessAmount' | 'receivedAmount' | 'returnedAmount' | 'claimUrl'
  >
  size?: ButtonProps['size']
}

/** The buyer's actions on a payment that differs from the price: pay the balance, get a refund, claim the refund. */
export function BalanceActions({ payment, size }: BalanceActionsProps) {
  const { dueAmount, excessAmount, receivedAmount, claimUrl } = payment
  const actions = useBalanceActions(payment.id)
  const [asking, setAsking] = useState(false)
  const returnable = dueAmount > 0 ? receivedAmount : excessAmount
  return (
    <>
      {dueAmount > 0 ? (
        <Button
          variant="primary"
          size={size}
          busy={actions.leaving}
          busyText="Processing..."
          onClick={actions.payBalance}
        >
          Pay the amount due - {formatUsd(dueAmount)}
        </Button>
      ) : null}
      {returnable > 0 ? (
        <Button
          variant={dueAmount > 0 ? 'secondary' : 'primary'}
          size={size}
          busy={actions.returning}
          onClick={() => setAsking(true)}
        >
          Get {formatUsd(returnable)} back
        </Button>
      ) : null}
      {returnable === 0 && claimUrl !== null ? <ClaimLink url={claimUrl} size={size} /> : null}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        tone="primary"
        title={`Get ${formatUsd(returnable)} back?`}
        description={
          dueAmount > 0
            ? `This ends your order of ${payment.productName}. You can order it again at any time, at the price it has then.`
            : `Your purchase of ${payment.productName} stays as it is. Only the excess is refunded.`
        }
        confirmLabel={`Get ${formatUsd(returnable)} back`}
        busy={actions.returning}
        onConfirm={() => actions.refundUnappliedFunds().then(close, close)}
      />
    </>
  )

  function close() {
    setAsking(false)
  }
}

function ClaimLink({ url, size }: { url: string; size?: ButtonProps['size'] }) {
  return (
    <Button asChild variant="primary" size={size}>
      <a href={url} target="_blank" rel="noopener noreferrer">
        Claim your refund
        <ArrowUpRight aria-hidden="true" />
        <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
      </a>
    </Button>
  )
}
