import { formatDay } from '#shared/core/format-day.ts'
import type { Subscription } from '#shared/subscriptions/contract.ts'
import { endingOf } from '#shared/subscriptions/rules.ts'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { useChangeRenewal } from './use-change-renewal.ts'

export type CancelSubscriptionDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  onChanged: () => void
  subscription: Subscription
}

/** Shows the effects of a cancellation and the end of access before it is confirmed. */
export function CancelSubscriptionDialog({
  open,
  onOpenChange,
  onChanged,
  subscription,
}: CancelSubscriptionDialogProps) {
  const { change, busy } = useChangeRenewal(subscription.id, (changed) => {
    if (changed) onChanged()
    onOpenChange(false)
  })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Cancel ${subscription.product.name}?`}
      description={consequence(subscription)}
      confirmLabel="Cancel subscription"
      cancelLabel="Keep subscription"
      busy={busy}
      onConfirm={() => change('cancel')}
    />
  )
}

function consequence({ status, nextBillingDate, reversed, trialEndsAt }: Subscription): string {
  if (endingOf(status) === 'now') {
    return 'No paid time is left, so it ends at once: you lose access to its files, and the failed payment is not tried again.'
  }
  if (reversed !== null) {
    return reversed === 'refunded'
      ? 'You will not be charged again. Your access has already ended, because the last payment was refunded.'
      : 'You will not be charged again. Your access stays paused while the last payment is disputed.'
  }
  if (trialEndsAt)
    return `Nothing will be charged. You keep access to everything it includes until your free days end on ${formatDay(trialEndsAt)}. Until then you can resume it.`
  const day = nextBillingDate === null ? 'the end of the paid month' : formatDay(nextBillingDate)
  return `You will not be charged again. You keep access to everything it includes until ${day}. Until then you can resume it.`
}
