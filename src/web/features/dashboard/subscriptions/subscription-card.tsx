import { Sparkles } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { formatDay } from '#shared/core/format-day.ts'
import type { Subscription } from '#shared/subscriptions/contract.ts'
import { Link } from '../../../lib/router/link.tsx'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { Badge } from '../../../ui/data/badge.tsx'
import { DataList } from '../../../ui/data/data-list.tsx'
import { Price } from '../../../ui/data/price.tsx'
import { ProductCover } from '../../../ui/data/product-cover.tsx'
import { Card, CardFooter, CardTitle } from '../../../ui/layout/card.tsx'
import { subscriptionState } from '../../subscriptions/subscription-state.ts'
import { EmailScriptButton } from '../products/email-script-button.tsx'
import { RenewalAction } from './renewal-action.tsx'

export type SubscriptionCardProps = {
  subscription: Subscription
  /** The owner also has Lifetime, which includes every script of this subscription. */
  hasLifetime: boolean
  /** The page's address requests the renewal. */
  isRequested: boolean
}

export function SubscriptionCard({ subscription, hasLifetime, isRequested }: SubscriptionCardProps) {
  const titleId = useId()
  const { product, monthlyPrice, startDate } = subscription
  const state = subscriptionState(subscription, Date.now())
  const { badge, date, isActive, note } = state
  const title = useRef<HTMLHeadingElement>(null)
  const changed = useRef(false)
  // The heading takes the focus of the button that the change removed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the label changes with the buttons
  useEffect(() => {
    if (changed.current && document.activeElement === document.body)
      title.current?.focus({ preventScroll: true })
    changed.current = false
  }, [badge.label])
  const rows = [
    { term: 'Started', value: formatDay(startDate) },
    ...(date ? [{ term: date.term, value: formatDay(date.at) }] : []),
  ]
  return (
    <li className="flex min-w-0">
      <Card className="w-full min-w-0">
        <div className="flex flex-1 flex-col p-5 sm:p-6">
          <div className="flex items-start gap-4">
            <ProductCover
              slug={product.slug}
              name={product.name}
              imageUrl={product.imageUrl}
              className={cn('w-24 shrink-0', !isActive && 'opacity-60 grayscale')}
            />
            <div className="min-w-0">
              <CardTitle
                as="h2"
                ref={title}
                tabIndex={-1}
                id={titleId}
                className={cn('break-words outline-none', !isActive && 'text-muted')}
              >
                {product.name}
              </CardTitle>
              <p className="mt-1">
                <Price usd={monthlyPrice} per="month" className={cn(!isActive && '[&>span]:text-muted')} />
              </p>
            </div>
          </div>
          <Badge tone={badge.tone} dot className="mt-4">
            {badge.label}
          </Badge>
          <DataList rows={rows} className="mt-2" />
          {note ? <p className="text-muted text-sm">{note}</p> : null}
          {hasLifetime && state.may.includes('cancel') ? (
            <p className="mt-2 rounded-lg bg-info-soft p-3 text-fg text-sm">
              Your Lifetime plan includes every script of this subscription. You can cancel it and keep them
              all. Only the licence differs: Lifetime allows 2 devices on the same IP address, this
              subscription up to 5 devices.
            </p>
          ) : null}
          <div className="mt-auto grid gap-3 pt-4 sm:grid-cols-2">
            <PremiumButton enabled={isActive} />
            <EmailScriptButton
              block
              productId={product.id}
              productName={product.name}
              label="Email Delivery"
              disabled={!isActive}
            />
          </div>
        </div>
        <CardFooter className="py-3">
          {state.may.map((act) => (
            <RenewalAction
              key={act}
              act={act}
              subscription={subscription}
              titleId={titleId}
              isRequested={isRequested}
              onChanged={() => {
                changed.current = true
              }}
            />
          ))}
        </CardFooter>
      </Card>
    </li>
  )
}

function PremiumButton({ enabled }: { enabled: boolean }) {
  const content = (
    <>
      <Sparkles aria-hidden="true" />
      Access Premium Features
    </>
  )
  if (!enabled) {
    return (
      <Button block disabled>
        {content}
      </Button>
    )
  }
  return (
    <Button asChild block variant="primary">
      <Link to="?tab=products" preventScrollReset>
        {content}
      </Link>
    </Button>
  )
}
