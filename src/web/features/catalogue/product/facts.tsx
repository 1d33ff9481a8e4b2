import { Check, Dot, Minus } from 'lucide-react'
import { InlineText } from '../../../ui/data/prose.tsx'
import { DetailSection } from './detail-section.tsx'

export const Features = ({ features }: { features: readonly string[] }) => (
  <DetailSection title="What it does">
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-3 text-fg sm:grid-cols-2">
      {features.map((feature) => (
        <li key={feature} className="flex gap-3">
          <Check aria-hidden="true" className="mt-1 size-4.5 shrink-0 text-success" />
          <span className="wrap-anywhere min-w-0">{feature}</span>
        </li>
      ))}
    </ul>
  </DetailSection>
)

/** What the script does not do, in the words of its README. */
export const Limits = ({ limits }: { limits: readonly string[] }) => (
  <DetailSection title="What it does not do">
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-3 text-fg sm:grid-cols-2">
      {limits.map((limit) => (
        <li key={limit} className="flex gap-3">
          <Minus aria-hidden="true" className="mt-1 size-4.5 shrink-0 text-subtle" />
          <span className="min-w-0">
            <InlineText text={limit} />
          </span>
        </li>
      ))}
    </ul>
  </DetailSection>
)

export const Requirements = ({ requirements }: { requirements: readonly string[] }) => (
  <DetailSection title="What it needs">
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-2 text-muted sm:grid-cols-2">
      {requirements.map((requirement) => (
        <li key={requirement} className="flex gap-2">
          <Dot aria-hidden="true" className="-ml-1 mt-px size-6 shrink-0 text-subtle" />
          <span className="wrap-anywhere min-w-0">{requirement}</span>
        </li>
      ))}
    </ul>
  </DetailSection>
)
