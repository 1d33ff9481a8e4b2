import { SplitSection } from '../split-section.tsx'
import { TextLink } from '../text-link.tsx'
import { FAQ_ITEMS } from './items.ts'
import { FaqList } from './list.tsx'

export function Faq() {
  return (
    <SplitSection
      id="faq"
      title="Frequently asked questions"
      aside={
        <div className="flex flex-col items-start gap-2 max-sm:hidden">
          <TextLink to="/#contact">Ask us something else</TextLink>
          <TextLink to="/find-purchase">Find my purchase</TextLink>
        </div>
      }
    >
      <FaqList items={FAQ_ITEMS} />
    </SplitSection>
  )
}
