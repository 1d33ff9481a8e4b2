import { Gavel, ShieldAlert } from 'lucide-react'
import { formatDay } from '#shared/core/format-day.ts'
import { formatUsd } from '#shared/core/money.ts'
import { awaitsResponse, disputeReason, disputeTitle } from '#shared/email/dispute-label-rules.ts'
import type { OrderDetail } from '#shared/orders/contract.ts'
import { cn } from '../../ui/cn.ts'

/** The state of an order's dispute, or an early fraud warning. */
export function DisputeNotice({ order }: { order: OrderDetail }) {
  const { dispute, fraudWarning } = order
  if (fraudWarning) return <FraudWarning reason={fraudWarning.reason} />
  if (dispute === null) return null
  const waits = awaitsResponse(dispute.status)
  const bad = waits || dispute.status === 'lost'
  return (
    <div className={cn('flex gap-3 rounded-lg p-4 text-sm', bad ? 'bg-danger-soft' : 'bg-info-soft')}>
      <Gavel aria-hidden="true" className={cn('mt-0.5 size-4 shrink-0', bad ? 'text-danger' : 'text-info')} />
      <p className="min-w-0 text-fg">
        {disputeTitle(dispute.status)}: {formatUsd(dispute.amount ?? order.amount)},{' '}
        {disputeReason(dispute.reason)}.
        {waits
          ? ` Send evidence in Stripe’s dashboard${dispute.dueAt ? ` by ${formatDay(dispute.dueAt)}` : ''}. The timeline shows when and from where the files were downloaded.`
          : null}
      </p>
    </div>
  )
}

function FraudWarning({ reason }: { reason: string }) {
  return (
    <div className="flex gap-3 rounded-lg bg-danger-soft p-4 text-sm">
      <ShieldAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-danger" />
      <p className="min-w-0 text-fg">
        Early fraud warning: the bank that issued the card reports this payment as {disputeReason(reason)}.
        Refund it now to avoid a dispute and its fee.
      </p>
    </div>
  )
}
