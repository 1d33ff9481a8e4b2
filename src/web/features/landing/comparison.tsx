import { PageSection } from '../../ui/page-section.tsx'
import { ComparisonCards } from './comparison-cards.tsx'
import { ComparisonTable } from './comparison-table.tsx'
import { TextLink } from './text-link.tsx'
import { useComparison } from './use-comparison.ts'

export function Comparison() {
  const rows = useComparison()
  return (
    <PageSection
      id="compare"
      tinted
      title="Compare the plans"
      lead="A plan opens every script. A single script is yours alone, at its own price."
      action={<TextLink to="/products">See every script</TextLink>}
    >
      <ComparisonTable rows={rows} />
      <ComparisonCards rows={rows} />
    </PageSection>
  )
}
