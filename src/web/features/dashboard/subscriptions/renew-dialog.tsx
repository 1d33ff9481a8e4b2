import { formatDay } from '#shared/core/format-day.ts'
import type { Subscription } from '#shared/subscriptions/contract.ts'
import { formatUsd } from '../../../lib/format-usd.ts'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { useRenewPrepaid } from './use-renew-prepaid.ts'

export type RenewDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  subscription: Subscription
}

/** Shows the price and the start of another month before the provider's page opens. */
export function RenewDialog({ open, onOpenChange, subscription }: RenewDialogProps) {
  const { renew, busy } = useRenewPrepaid(subscription.id, () => onOpenChange(false))
  const { product, endsAt } = subscription
  const isRunning = endsAt !== null && Date.parse(endsAt) > Date.now()
  const begins =
    isRunning && endsAt !== null
      ? `The new month begins where your paid time ends, on ${formatDay(endsAt)}, so you lose no days by renewing now.`
      : 'The new month begins when your payment arrives.'
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      tone="primary"
      title={`Add a month of ${product.name}?`}
      description={`${formatUsd(product.price)}, paid in cryptocurrency on the provider's page. ${begins}`}
      confirmLabel="Continue to payment"
      cancelLabel="Not now"
      busy={busy}
      onConfirm={() => renew()}
    />
  )
}
