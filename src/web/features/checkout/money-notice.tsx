import { Info } from 'lucide-react'
import type { PaymentView } from '../../../worker/features/payments/contract.ts'
import { AppLink } from '../../app/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { formatUsd } from '../../ui/format-usd.ts'
import { claimLabel } from '../payments/claim-label.ts'
import { PartActions } from '../payments/part-actions.tsx'

/** What is other than usual about the money of a purchase that is complete; nothing where all is as it should be. */
export function MoneyNotice({ payment }: { payment: PaymentView }) {
  const text = textOf(payment)
  if (text === null) return null
  return (
    <div className="mt-4 flex gap-2.5 rounded-lg bg-info-soft p-4 text-fg text-sm">
      <Info aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-info" />
      <div className="min-w-0">
        <p>{text}</p>
        <div className="mt-3 flex flex-wrap gap-2.5 empty:hidden">
          <PartActions payment={payment} size="sm" />
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
    return `${formatUsd(excessAmount)} more arrived than was asked. It is yours: you can get it back.`
  }
  if (returnedAmount > 0) {
    return claimUrl === null
      ? `We are refunding ${formatUsd(returnedAmount)} to you.`
      : claimLabel(returnedAmount)
  }
  if (situation === 'late') {
    return 'The money arrived after the payment page had closed; your purchase is complete all the same.'
  }
  return null
}
