import { FactList } from '../../../ui/data/fact-list.tsx'
import { PageSection } from '../../../ui/layout/page-section.tsx'
import { useCryptoName } from '../../payments/use-crypto-name.ts'
import { moneyFacts } from '../facts.ts'
import { TextLink } from '../text-link.tsx'
import { PlanCards } from './plan-cards.tsx'

export function Pricing() {
  const crypto = useCryptoName()
  return (
    <PageSection
      id="pricing"
      title="Flexible Pricing Plans"
      lead="Every script while you subscribe, or every script for life."
      align="center"
    >
      <PlanCards />
      <FactList facts={moneyFacts(crypto)} className="mx-auto mt-10 max-w-4xl sm:grid-cols-3" />
      <div className="mx-auto mt-8 max-w-4xl">
        <TextLink to="/pricing">Compare the plans</TextLink>
      </div>
    </PageSection>
  )
}
