import { Info } from 'lucide-react'
import { formatUsd } from '#shared/core/money.ts'
import type { PaymentView } from '#shared/payments/contract.ts'
import { AppLink } from '../../../lib/app-link.tsx'
import { Button } from '../../../ui/button.tsx'
import { BalanceActions } from '../../payments/balance-actions.tsx'
import { claimLabel } from '../../payments/claim-label.ts'

/** A notice about an excess, a refund or a late payment of a completed purchase. Empty otherwise. */
export function MoneyNotice({ payment }: { payment: PaymentView }) {
  const text = textOf(payment)
  if (text === null) return null
  return (
    <div className="mt-4 flex gap-2.5 rounded-lg bg-info-soft p-4 text-fg text-sm">
      <Info aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-info" />
      <div className="min-w-0">
        <p>{text}</p>
        <div className="mt-3 flex flex-wrap gap-2.5 empty:hidden">
          <BalanceActions payment={payment} size="sm" />
          {payment.situation === 'late' ? (
            <Button asChild size="sm">
              <AppLink to="/dashboard">Open your purchases</AppLink>
            </Button>
          ) : null}
        </div>
      </div>
    </div>
  )
}

function textOf({ situation, excessAmount, returnedAmount, claimUrl }: PaymentView): string | null {
  if (excessAmount > 0) {
    return `We received ${formatUsd(excessAmount)} more than the price. You can get it back.`
  }
  if (returnedAmount > 0) {
    return claimUrl === null
      ? `We are refunding ${formatUsd(returnedAmount)} to you.`
      : claimLabel(returnedAmount)
  }
  if (situation === 'late') {
    return 'Your payment arrived after the payment page had closed. Your purchase is complete.'
  }
  return null
}
