import { SplitSection } from '../split-section.tsx'
import { TextLink } from '../text-link.tsx'
import { FAQ_ITEMS } from './items.ts'
import { FaqList } from './list.tsx'

export function Faq() {
  return (
    <SplitSection
      id="faq"
      title="Frequently asked questions"
      lead="What people ask before they pay."
      aside={
        <span className="max-sm:hidden">
          <TextLink to="/#contact">Ask us something else</TextLink>
        </span>
      }
    >
      <FaqList items={FAQ_ITEMS} />
    </SplitSection>
  )
}
