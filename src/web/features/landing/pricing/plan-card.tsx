import { cn } from '../../../ui/cn.ts'
import { Badge } from '../../../ui/data/badge.tsx'
import { Price } from '../../../ui/data/price.tsx'
import { Card, CardTitle } from '../../../ui/layout/card.tsx'
import { TrialTerms } from '../../catalogue/trial-terms.tsx'
import { NotAvailable } from '../../checkout/not-available.tsx'
import { useCryptoName } from '../../payments/use-crypto-name.ts'
import { OwnPlanLink } from './own-plan-link.tsx'
import { PayButton } from './pay-button.tsx'
import { PlanLines } from './plan-lines.tsx'
import type { Plan } from './plans.ts'
import { useHostedLink } from './use-hosted-link.ts'
import { useOwnPlan } from './use-own-plan.ts'
import { usePlanProduct } from './use-plan-product.ts'

export type PlanCardProps = { plan: Plan; as?: 'h2' | 'h3' }

export function PlanCard({ plan, as = 'h3' }: PlanCardProps) {
  const { usd, isSold, trialDays } = usePlanProduct(plan)
  const own = useOwnPlan(plan)
  const cryptoLink = useHostedLink(plan.hosted, 'crypto')
  const hasCrypto = useCryptoName() !== null || cryptoLink !== undefined
  const titleId = `plan-${plan.id}`
  return (
    <Card className={cn('gap-4 p-4 sm:gap-6 sm:p-8', plan.popular && 'border-fg shadow-overlay')}>
      <div>
        <div className="flex min-h-7 items-center justify-between gap-3">
          <CardTitle as={as} id={titleId} className="text-xl">
            {plan.name}
          </CardTitle>
          {plan.popular ? <Badge tone="solid">Most Popular</Badge> : null}
        </div>
        <p className="mt-1 text-muted text-sm">{plan.bestFor}</p>
        <p className="mt-3 flex flex-wrap items-baseline sm:mt-6 gap-x-2">
          <Price usd={usd} size="xl" />
          <span className="text-muted text-sm">{plan.per ? 'per month' : 'one-time'}</span>
        </p>
        <TrialTerms product={{ trialDays, price: usd }} className="mt-2" />
      </div>
      {/* As high as two buttons: the plan one has becomes known after the first paint. */}
      <div className="flex min-h-27 flex-col gap-3">
        {own ? (
          <>
            <OwnPlanLink plan={own} variant="primary" aria-describedby={titleId} />
            <p className="text-center text-muted text-sm">You have access. There is nothing to buy here.</p>
          </>
        ) : isSold ? (
          <>
            <PayButton
              plan={plan}
              method="card"
              variant={plan.popular ? 'primary' : 'secondary'}
              aria-describedby={titleId}
            />
            {hasCrypto ? (
              <PayButton plan={plan} method="crypto" variant="secondary" aria-describedby={titleId} />
            ) : null}
          </>
        ) : (
          <NotAvailable aria-describedby={titleId} />
        )}
      </div>
      <div className="border-line border-t pt-4 sm:pt-6">
        <PlanLines included={plan.included} missing={plan.missing} />
      </div>
    </Card>
  )
}
