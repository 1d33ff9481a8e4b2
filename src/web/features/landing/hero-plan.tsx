import { Lock } from 'lucide-react'
import { formatUsd } from '#shared/core/money.ts'
import { Price } from '../../ui/data/price.tsx'
import { Card, CardBody, CardTitle } from '../../ui/layout/card.tsx'
import { BuyButton } from '../checkout/buy-button.tsx'
import { NotAvailable } from '../checkout/not-available.tsx'
import { useCryptoName } from '../payments/use-crypto-name.ts'
import { OwnPlanLink } from './pricing/own-plan-link.tsx'
import { PlanLines } from './pricing/plan-lines.tsx'
import { PREMIUM } from './pricing/plans.ts'
import { useOwnPlan } from './pricing/use-own-plan.ts'
import { usePlanProduct } from './pricing/use-plan-product.ts'

/** The hero's plan card: Premium and five of its benefits. */
export function HeroPlan() {
  const { usd, isSold } = usePlanProduct(PREMIUM)
  const own = useOwnPlan(PREMIUM)
  const crypto = useCryptoName()
  return (
    <Card className="shadow-overlay">
      <CardBody className="flex flex-col gap-6 sm:p-8">
        <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
          <div>
            <CardTitle as="h2" className="text-lg">
              Premium Subscription
            </CardTitle>
            <p className="mt-0.5 text-muted text-sm">{PREMIUM.bestFor}</p>
          </div>
          <Price usd={usd} per="month" size="lg" />
        </div>
        <PlanLines wide included={[...PREMIUM.included, 'Up to 5 devices at once']} />
        <div className="flex flex-col gap-3">
          {own ? (
            <OwnPlanLink plan={own} variant="primary" />
          ) : isSold ? (
            <BuyButton
              productId={PREMIUM.id}
              purchaseType={PREMIUM.purchaseType}
              variant="primary"
              size="lg"
              block
            >
              Get Started For {formatUsd(usd)}
            </BuyButton>
          ) : (
            <NotAvailable />
          )}
          <p className="flex items-start justify-center gap-2 text-muted text-xs">
            <Lock aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" />
            {crypto === null
              ? 'Secure card payments via Stripe. Renews monthly until cancelled.'
              : `Secure payments via Stripe for cards and ${crypto} for crypto. By card it renews monthly until cancelled. Crypto pays for one month.`}
          </p>
        </div>
      </CardBody>
    </Card>
  )
}
