import { Check, Dot } from 'lucide-react'
import type { ProductDetail } from '#shared/catalogue/contract.ts'
import { DetailSection } from './detail-section.tsx'

/** The product's features and requirements. */
export function ProductFacts({ product: { features, requirements } }: { product: ProductDetail }) {
  return (
    <>
      {features.length > 0 ? (
        <DetailSection title="What it does">
          <ul className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-3 text-fg sm:grid-cols-2">
            {features.map((feature) => (
              <li key={feature} className="flex gap-3">
                <Check aria-hidden="true" className="mt-1 size-4.5 shrink-0 text-success" />
                <span className="min-w-0 wrap-anywhere">{feature}</span>
              </li>
            ))}
          </ul>
        </DetailSection>
      ) : null}
      {requirements.length > 0 ? (
        <DetailSection title="What it needs">
          <ul className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-2 text-muted sm:grid-cols-2">
            {requirements.map((requirement) => (
              <li key={requirement} className="flex gap-2">
                <Dot aria-hidden="true" className="-ml-1 mt-px size-6 shrink-0 text-subtle" />
                <span className="min-w-0 wrap-anywhere">{requirement}</span>
              </li>
            ))}
          </ul>
        </DetailSection>
      ) : null}
    </>
  )
}
