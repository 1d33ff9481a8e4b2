import { useState } from 'react'
import { formatDay } from '../../../worker/core/format-day.ts'
import type { SubscriptionDetail } from '../../../worker/features/orders/contract.ts'
import { endingOf } from '../../../worker/features/subscriptions/rules.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { RadioCard, RadioCardGroup } from '../../ui/radio-card.tsx'
import { cancelHeld } from './orders-queries.ts'
import { useOrderMutation } from './use-order-mutation.ts'

type When = 'period' | 'now'

/** Ends a subscription for its owner: with what is paid, or at once. */
export function CancelHeldDialog({
  subscription,
  onClose,
}: {
  subscription: SubscriptionDetail
  onClose: () => void
}) {
  const { id, product, status, cancelAtPeriodEnd, currentPeriodEnd, user, email } = subscription
  // Of one that is not paid, or ends already, only the end at once is left.
  const may = endingOf(status) === 'with-period' && !cancelAtPeriodEnd
  const [when, setWhen] = useState<When>(may ? 'period' : 'now')
  const { run, busy } = useOrderMutation((atPeriodEnd: boolean) => cancelHeld(id, { atPeriodEnd }), {
    done: ({ message }) => ({ title: message, description: 'Its owner was told.' }),
    failed: 'Error',
    onEnd: onClose,
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Cancel ${product.name}?`}
      description={`For ${user?.username ?? email ?? 'its owner'}, who is told of it. Nothing is given back by this.`}
      confirmLabel={when === 'now' ? 'End it now' : 'Cancel subscription'}
      cancelLabel="Keep subscription"
      busy={busy}
      onConfirm={() => run(when === 'period')}
    >
      <RadioCardGroup label="When it ends" value={when} onValueChange={(next) => setWhen(next as When)}>
        {may ? (
          <RadioCard
            value="period"
            title="With what is paid"
            description={`Everything stays open until ${formatDay(currentPeriodEnd)}; until then it can be resumed.`}
          />
        ) : null}
        <RadioCard
          value="now"
          title="At once"
          description="Its files close now, and it is never charged again. It cannot be resumed."
        />
      </RadioCardGroup>
    </ConfirmDialog>
  )
}
