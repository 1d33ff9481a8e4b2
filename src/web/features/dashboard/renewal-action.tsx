import { useState } from 'react'
import type { Subscription } from '../../../worker/features/subscriptions/contract.ts'
import { AppLink } from '../../app/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { checkoutPath } from '../checkout/checkout-path.ts'
import { CancelSubscriptionDialog } from './cancel-subscription-dialog.tsx'
import type { SubscriptionState } from './subscription-state.ts'
import { useChangeRenewal } from './use-change-renewal.ts'

export type RenewalActionProps = {
  subscription: Subscription
  may: NonNullable<SubscriptionState['may']>
  /** The heading that says which subscription it is. */
  titleId: string
}

/** The one thing that can be done about a subscription's renewal. */
export function RenewalAction({ subscription, may, titleId }: RenewalActionProps) {
  const [asking, setAsking] = useState(false)
  const { change, busy } = useChangeRenewal(subscription.id)
  if (may === 'subscribe') {
    const { productId } = subscription
    return (
      <Button asChild size="sm">
        <AppLink to={checkoutPath({ productId, purchaseType: 'subscription' })} aria-describedby={titleId}>
          Subscribe again
        </AppLink>
      </Button>
    )
  }
  return (
    <>
      {may === 'resume' ? (
        <Button size="sm" busy={busy} onClick={() => change('resume')} aria-describedby={titleId}>
          Resume subscription
        </Button>
      ) : (
        <Button
          variant="ghost"
          size="sm"
          onClick={() => setAsking(true)}
          aria-describedby={titleId}
          className="-ml-3"
        >
          Cancel subscription
        </Button>
      )}
      <CancelSubscriptionDialog open={asking} onOpenChange={setAsking} subscription={subscription} />
    </>
  )
}
