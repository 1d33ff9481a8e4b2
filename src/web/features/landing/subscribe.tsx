import { BadgeCheck, CalendarX2, Coins, CreditCard } from 'lucide-react'
import type { FormEvent } from 'react'
import { formatUsd } from '#shared/core/money.ts'
import { Button } from '../../ui/button.tsx'
import { Price } from '../../ui/data/price.tsx'
import { NativeRadioCard } from '../../ui/forms/native-radio-card.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Container } from '../../ui/layout/container.tsx'
import { TrialTerms } from '../catalogue/trial-terms.tsx'
import { NotAvailable } from '../checkout/not-available.tsx'
import { useBuy } from '../checkout/use-buy.ts'
import { useCryptoName } from '../payments/use-crypto-name.ts'
import { OwnPlanLink } from './pricing/own-plan-link.tsx'
import { PREMIUM } from './pricing/plans.ts'
import { useOwnPlan } from './pricing/use-own-plan.ts'
import { usePlanProduct } from './pricing/use-plan-product.ts'

const promises = [
  { Icon: CalendarX2, text: 'Cancel anytime. No long-term commitment.' },
  { Icon: BadgeCheck, text: 'Instant access after payment confirmation' },
]

export function Subscribe() {
  return (
    <section id="buy-now" aria-labelledby="buy-now-title">
      <Container>
        <div className="bg-ruled grid items-center gap-x-8 gap-y-6 overflow-hidden rounded-2xl border border-line-strong bg-surface p-4 sm:p-8 md:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)] lg:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)] lg:gap-x-16 lg:p-14">
          <div>
            <h2 id="buy-now-title" className="font-semibold text-2xl text-fg sm:text-4xl md:max-lg:text-3xl">
              Get Instant Access Today
            </h2>
            <p className="mt-2 max-w-md text-base sm:mt-4 sm:text-lg text-muted">
              Every script in the catalogue, and every release while it is active.
            </p>
            <ul className="mt-4 flex flex-col gap-2 text-fg sm:mt-6 sm:gap-3 text-sm">
              {promises.map(({ Icon, text }) => (
                <li key={text} className="flex items-center gap-3">
                  <Icon aria-hidden="true" className="size-5 shrink-0 text-subtle" />
                  {text}
                </li>
              ))}
            </ul>
          </div>
          <SubscribeForm />
        </div>
      </Container>
    </section>
  )
}

/** A native form: also without scripts, it leads to the checkout of Premium with the chosen payment method. */
function SubscribeForm() {
  const { usd, isSold, trialDays } = usePlanProduct(PREMIUM)
  const own = useOwnPlan(PREMIUM)
  const hasCrypto = useCryptoName() !== null
  const { buy, prepare } = useBuy()
  const { id: productId, purchaseType } = PREMIUM
  const getReady = () => prepare({ productId, purchaseType })

  function subscribe(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const isCrypto = new FormData(event.currentTarget).get('method') === 'crypto'
    buy({ productId, purchaseType, method: isCrypto ? 'crypto' : undefined })
  }

  return (
    <form
      action="/checkout"
      onSubmit={subscribe}
      onFocus={getReady}
      onPointerEnter={getReady}
      className="min-w-0"
    >
      <Card className="gap-4 p-4 shadow-overlay sm:gap-6 sm:p-6">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
          <h3 className="font-semibold text-fg text-lg">Premium Subscription</h3>
          <Price usd={usd} per="month" size="lg" />
          <TrialTerms product={{ trialDays, price: usd }} className="w-full" />
        </div>
        <input type="hidden" name="productId" value={productId} />
        <input type="hidden" name="purchaseType" value={purchaseType} />
        <fieldset className="grid min-w-0 gap-2 sm:gap-3">
          <legend className="mb-2 text-muted text-sm">Payment options</legend>
          <NativeRadioCard
            name="method"
            value="card"
            defaultChecked
            title="Credit/Debit Card"
            icon={<CreditCard />}
          />
          {hasCrypto ? (
            <NativeRadioCard name="method" value="crypto" title="Cryptocurrency" icon={<Coins />} />
          ) : null}
        </fieldset>
        {own ? (
          <OwnPlanLink plan={own} variant="primary" />
        ) : isSold ? (
          <Button
            type="submit"
            variant="primary"
            size="lg"
            block
            className="max-xs:px-3 max-xs:text-sm md:max-lg:px-3 md:max-lg:text-sm"
          >
            Subscribe Now - {formatUsd(usd)}/month
          </Button>
        ) : (
          <NotAvailable />
        )}
      </Card>
    </form>
  )
}
