import { useState } from 'react'
import { formatDay } from '#shared/core/format-day.ts'
import type { SubscriptionDetail } from '#shared/orders/contract.ts'
import { endingOf } from '#shared/subscriptions/rules.ts'
import { RadioCard, RadioCardGroup } from '../../ui/forms/radio-card.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { cancelSubscription } from './orders-queries.ts'
import { useOrderMutation } from './use-order-mutation.ts'

type When = 'period' | 'now'

/** Cancels a customer's subscription: at the end of the paid period, or at once. */
export function CancelSubscriptionDialog({
  subscription,
  onClose,
}: {
  subscription: SubscriptionDetail
  onClose: () => void
}) {
  const { id, product, status, cancelAtPeriodEnd, currentPeriodEnd, user } = subscription
  // A subscription that is unpaid, or is already set to end, can only be ended at once.
  const may = endingOf(status) === 'with-period' && !cancelAtPeriodEnd
  const [when, setWhen] = useState<When>(may ? 'period' : 'now')
  const { run, busy } = useOrderMutation((atPeriodEnd: boolean) => cancelSubscription(id, { atPeriodEnd }), {
    done: ({ message }) => ({ title: message, ...(user && { description: 'The customer was notified.' }) }),
    failed: 'Subscription not cancelled',
    onEnd: onClose,
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Cancel ${product.name}?`}
      description={`${noticeOf(subscription)} Nothing is refunded.`}
      confirmLabel={when === 'now' ? 'End it now' : 'Cancel subscription'}
      cancelLabel="Keep subscription"
      busy={busy}
      onConfirm={() => run(when === 'period')}
    >
      <RadioCardGroup label="When it ends" value={when} onValueChange={(next) => setWhen(next as When)}>
        {may ? (
          <RadioCard
            value="period"
            title="When the paid period ends"
            description={`Everything stays open until ${formatDay(currentPeriodEnd)}; until then it can be resumed.`}
          />
        ) : null}
        <RadioCard
          value="now"
          title="At once"
          description="Access to its files ends now. It will not be charged again and cannot be resumed."
        />
      </RadioCardGroup>
    </ConfirmDialog>
  )
}

/** Only the end of an unpaid subscription is mailed. */
function noticeOf({ user, email, status }: SubscriptionDetail): string {
  const isMailed = email !== null && (status === 'past_due' || status === 'unpaid')
  if (user) return `${user.username} is notified on the dashboard${isMailed ? ' and by email' : ''}.`
  if (isMailed) return `${email} is notified by email.`
  return 'There is no account to notify. Email the customer yourself.'
}
