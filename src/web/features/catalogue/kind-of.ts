import type { Product } from '#shared/catalogue/contract.ts'
import { categoryOf } from '#shared/catalogue/rules.ts'

/** The badge of a product: a plan, a bundle, or the category of a script. */
export function kindOf({ tier, bundle, features }: Pick<Product, 'tier' | 'bundle' | 'features'>): string {
  if (tier !== 'script') return 'Plan'
  return bundle ? 'Bundle' : categoryOf(features)
}
