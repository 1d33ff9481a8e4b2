import { useState } from 'react'
import type { Subscription } from '#shared/subscriptions/contract.ts'
import { AppLink } from '../../../lib/app-link.tsx'
import { Button } from '../../../ui/button.tsx'
import { checkoutPath } from '../../checkout/checkout-path.ts'
import { useCryptoName } from '../../payments/use-crypto-name.ts'
import type { SubscriptionAct } from '../../subscriptions/subscription-state.ts'
import { CancelSubscriptionDialog } from './cancel-dialog.tsx'
import { RenewDialog } from './renew-dialog.tsx'
import { useBillingPortal } from './use-billing-portal.ts'
import { useChangeRenewal } from './use-change-renewal.ts'

export type RenewalActionProps = {
  subscription: Subscription
  act: SubscriptionAct
  /** The id of the subscription's heading. */
  titleId: string
  /** The page's address requested the renewal. */
  isRequested?: boolean
  /** Called after the subscription was cancelled or resumed, before the button is removed. */
  onChanged: () => void
}

/** One action on a subscription. */
export function RenewalAction({ act, ...props }: RenewalActionProps) {
  switch (act) {
    case 'update-card':
      return <UpdateCard {...props} />
    case 'cancel':
      return <Cancel {...props} />
    case 'resume':
      return <Resume {...props} />
    case 'renew':
      return <Renew {...props} />
    case 'subscribe':
      return <Subscribe {...props} />
  }
}

type ActProps = Omit<RenewalActionProps, 'act'>

function UpdateCard({ titleId }: ActProps) {
  const { open, busy } = useBillingPortal()
  return (
    <Button size="sm" variant="primary" busy={busy} onClick={() => open()} aria-describedby={titleId}>
      Update card
    </Button>
  )
}

function Cancel({ subscription, titleId, onChanged }: ActProps) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        onClick={() => setAsking(true)}
        aria-describedby={titleId}
        className="first:-ml-3"
      >
        Cancel subscription
      </Button>
      <CancelSubscriptionDialog
        open={asking}
        onOpenChange={setAsking}
        onChanged={onChanged}
        subscription={subscription}
      />
    </>
  )
}

function Resume({ subscription, titleId, onChanged }: ActProps) {
  const { change, busy } = useChangeRenewal(subscription.id, (changed) => changed && onChanged())
  return (
    <Button size="sm" busy={busy} onClick={() => change('resume')} aria-describedby={titleId}>
      Resume subscription
    </Button>
  )
}

function Renew({ subscription, titleId, isRequested = false }: ActProps) {
  const hasCrypto = useCryptoName() !== null
  const [asking, setAsking] = useState(isRequested)
  if (!hasCrypto) return null
  return (
    <>
      <Button size="sm" onClick={() => setAsking(true)} aria-describedby={titleId}>
        Renew with crypto
      </Button>
      <RenewDialog open={asking} onOpenChange={setAsking} subscription={subscription} />
    </>
  )
}

function Subscribe({ subscription, titleId }: ActProps) {
  const { productId, prepaid } = subscription
  return (
    <Button asChild size="sm">
      <AppLink to={checkoutPath({ productId, purchaseType: 'subscription' })} aria-describedby={titleId}>
        {prepaid ? 'Subscribe by card' : 'Subscribe again'}
      </AppLink>
    </Button>
  )
}
