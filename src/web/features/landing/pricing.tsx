import { PageSection } from '../../ui/page-section.tsx'
import { FactList } from './fact-list.tsx'
import { MONEY_FACTS } from './facts.ts'
import { PlanCards } from './plan-cards.tsx'
import { TextLink } from './text-link.tsx'

export function Pricing() {
  return (
    <PageSection
      id="pricing"
      title="Flexible Pricing Plans"
      lead="Every script while you subscribe, or every script for good."
      align="center"
    >
      <PlanCards />
      <div className="mx-auto mt-8 flex max-w-4xl flex-wrap items-center justify-between gap-x-10 gap-y-6">
        <FactList facts={MONEY_FACTS} className="sm:grid-cols-2" />
        <TextLink to="/pricing">Compare the plans</TextLink>
      </div>
    </PageSection>
  )
}
