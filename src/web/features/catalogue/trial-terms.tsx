import type { Product } from '#shared/catalogue/contract.ts'
import { trialLine } from './trial-line.ts'

export type TrialTermsProps = { product: Pick<Product, 'trialDays' | 'price'>; className?: string }

/** The trial of a subscription and its conditions, below the price; nothing where there is none. */
export function TrialTerms({ product, className }: TrialTermsProps) {
  const line = trialLine(product)
  if (line === null) return null
  return (
    <p className={className}>
      <span className="block font-medium text-fg text-sm">{line}</span>
      <span className="block text-muted text-xs">By card, once per person, with an account.</span>
    </p>
  )
}
