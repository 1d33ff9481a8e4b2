import { ArrowUpRight } from 'lucide-react'
import { useState } from 'react'
import type { PaymentView } from '../../../worker/features/payments/contract.ts'
import { Button, type ButtonProps } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { formatUsd } from '../../ui/format-usd.ts'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { usePartPayment } from './use-part-payment.ts'

export type PartActionsProps = {
  payment: Pick<
    PaymentView,
    'id' | 'productName' | 'dueAmount' | 'excessAmount' | 'receivedAmount' | 'returnedAmount' | 'claimUrl'
  >
  size?: ButtonProps['size']
}

/** What a buyer can do about a payment of which other than the price arrived: pay the rest, get it back, claim it. */
export function PartActions({ payment, size }: PartActionsProps) {
  const { dueAmount, excessAmount, receivedAmount, claimUrl } = payment
  const part = usePartPayment(payment.id)
  const [asking, setAsking] = useState(false)
  const returnable = dueAmount > 0 ? receivedAmount : excessAmount
  return (
    <>
      {dueAmount > 0 ? (
        <Button
          variant="primary"
          size={size}
          busy={part.leaving}
          busyText="Processing..."
          onClick={part.payRest}
        >
          Pay the rest - {formatUsd(dueAmount)}
        </Button>
      ) : null}
      {returnable > 0 ? (
        <Button
          variant={dueAmount > 0 ? 'secondary' : 'primary'}
          size={size}
          busy={part.returning}
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
            : `Your purchase of ${payment.productName} stays as it is; only what was too much goes back.`
        }
        confirmLabel={`Get ${formatUsd(returnable)} back`}
        busy={part.returning}
        onConfirm={() => part.giveBack().then(close, close)}
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
        Claim your money
        <ArrowUpRight aria-hidden="true" />
        <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
      </a>
    </Button>
  )
}
