import { FactList } from '../../../ui/data/fact-list.tsx'
import { PageSection } from '../../../ui/layout/page-section.tsx'
import { useCryptoName } from '../../payments/use-crypto-name.ts'
import { FILE_FACTS, moneyFacts } from '../facts.ts'
import { pricingFaqItems } from '../faq/items.ts'
import { FaqList } from '../faq/list.tsx'
import { SplitSection } from '../split-section.tsx'
import { TextLink } from '../text-link.tsx'
import { Comparison } from './comparison.tsx'
import { PlanCards } from './plan-cards.tsx'

export default function PricingPage() {
  const crypto = useCryptoName()
  return (
    <>
      <PageSection
        id="pricing"
        as="h1"
        title="Flexible Pricing Plans"
        lead="Every script while you subscribe, or every script for life. The price you see is the total you pay."
        align="center"
        className="bg-ruled"
      >
        <PlanCards as="h2" />
        <FactList
          facts={[...moneyFacts(crypto), ...FILE_FACTS]}
          className="mx-auto mt-12 max-w-4xl sm:grid-cols-2 lg:grid-cols-3"
        />
      </PageSection>
      <Comparison />
      <SplitSection
        id="questions"
        title="Questions about the plans"
        lead="Subscription, cancellation, differences, support."
        aside={<TextLink to="/#contact">Ask us something else</TextLink>}
      >
        <FaqList items={pricingFaqItems(crypto !== null)} />
      </SplitSection>
    </>
  )
}
