import { PageSection } from '../../ui/page-section.tsx'
import { PlanCard } from './plan-card.tsx'
import { LIFETIME, PREMIUM } from './plans.ts'

export function Pricing() {
  return (
    <PageSection
      id="pricing"
      title="Flexible Pricing Plans"
      lead="Every script while you subscribe, or every script for good."
      align="center"
    >
      <div className="mx-auto grid max-w-4xl gap-6 md:grid-cols-2">
        <PlanCard plan={PREMIUM} />
        <PlanCard plan={LIFETIME} />
      </div>
    </PageSection>
  )
}
