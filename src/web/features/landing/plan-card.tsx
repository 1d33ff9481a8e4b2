import { Badge } from '../../ui/badge.tsx'
import { Card, CardTitle } from '../../ui/card.tsx'
import { cn } from '../../ui/cn.ts'
import { Price } from '../../ui/price.tsx'
import { BuyButton } from '../checkout/buy-button.tsx'
import { PlanLines } from './plan-lines.tsx'
import type { Plan } from './plans.ts'
import { usePlanPrice } from './use-plan-price.ts'

export function PlanCard({ plan }: { plan: Plan }) {
  const usd = usePlanPrice(plan)
  return (
    <Card className={cn('gap-6 p-6 sm:p-8', plan.popular && 'border-fg shadow-overlay')}>
      <div>
        <div className="flex min-h-7 items-center justify-between gap-3">
          <CardTitle id={`plan-${plan.id}`} className="text-xl">
            {plan.name}
          </CardTitle>
          {plan.popular ? <Badge tone="solid">Most Popular</Badge> : null}
        </div>
        <p className="mt-1 text-muted text-sm">{plan.bestFor}</p>
        <p className="mt-6 flex flex-wrap items-baseline gap-x-2">
          <Price usd={usd} size="xl" />
          <span className="text-muted text-sm">{plan.per ? 'per month' : 'one-time'}</span>
        </p>
      </div>
      <BuyButton
        productId={plan.id}
        purchaseType={plan.purchaseType}
        variant={plan.popular ? 'primary' : 'secondary'}
        size="lg"
        block
        aria-describedby={`plan-${plan.id}`}
      >
        Pay with Credit Card
      </BuyButton>
      <div className="border-line border-t pt-6">
        <PlanLines included={plan.included} missing={plan.missing} />
      </div>
    </Card>
  )
}
