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
      lead="Every script while you subscribe, or every script for life. The price you see is the total you pay."
      align="center"
    >
      <PlanCards />
      {/* The section above says that it can be cancelled: phones leave that line out. */}
      <FactList
        facts={moneyFacts(crypto)}
        className="mx-auto mt-6 max-w-4xl max-sm:*:nth-2:hidden sm:mt-10 sm:grid-cols-3"
      />
      <div className="mx-auto mt-5 max-w-4xl sm:mt-8">
        <TextLink to="/pricing">Compare the plans</TextLink>
      </div>
    </PageSection>
  )
}
