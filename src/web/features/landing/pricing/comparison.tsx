import { PageSection } from '../../../ui/layout/page-section.tsx'
import { TextLink } from '../text-link.tsx'
import { ComparisonStacked } from './comparison-stacked.tsx'
import { ComparisonTable } from './comparison-table.tsx'
import { useComparison } from './use-comparison.ts'

export function Comparison() {
  const rows = useComparison()
  return (
    <PageSection
      id="compare"
      tinted
      title="Compare the plans"
      lead="A plan includes every script. A single script has its own price."
      action={<TextLink to="/products">See every script</TextLink>}
    >
      <ComparisonTable rows={rows} />
      <ComparisonStacked rows={rows} />
    </PageSection>
  )
}
