import { Sparkles } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { Link } from 'react-router'
import { formatDay } from '../../../worker/core/format-day.ts'
import type { Subscription } from '../../../worker/features/subscriptions/contract.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, CardFooter, CardTitle } from '../../ui/card.tsx'
import { cn } from '../../ui/cn.ts'
import { DataList } from '../../ui/data-list.tsx'
import { Price } from '../../ui/price.tsx'
import { ProductCover } from '../../ui/product-cover.tsx'
import { EmailScriptButton } from './email-script-button.tsx'
import { RenewalAction } from './renewal-action.tsx'
import { subscriptionState } from './subscription-state.ts'

export type SubscriptionCardProps = {
  subscription: Subscription
  /** Its owner has a plan for good that opens all this opens. */
  hasLifetime: boolean
  /** The address asks for its renewal. */
  isAsked: boolean
}

export function SubscriptionCard({ subscription, hasLifetime, isAsked }: SubscriptionCardProps) {
  const titleId = useId()
  const { product, monthlyPrice, startDate } = subscription
  const state = subscriptionState(subscription, Date.now())
  const { badge, date, isActive, note } = state
  const title = useRef<HTMLHeadingElement>(null)
  const changed = useRef(false)
  // The heading takes the focus of the button that went with the change.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the label tells that the buttons are others now
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
              Your Lifetime plan opens everything that this does. Cancel it here, and you lose nothing.
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
              isAsked={isAsked}
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
