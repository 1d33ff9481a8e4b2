import type { Product } from '#shared/catalogue/contract.ts'
import { categoryOf } from '#shared/catalogue/rules.ts'

/** Up to `count` other scripts, those of the same category first. Plans are not listed. */
export function relatedProducts(
  product: Pick<Product, 'id' | 'features'>,
  products: readonly Product[],
  count: number,
): Product[] {
  const category = categoryOf(product.features)
  const isAlike = (other: Product) => categoryOf(other.features) === category
  const others = products.filter(({ id, tier }) => id !== product.id && tier === 'script')
  return [...others.filter(isAlike), ...others.filter((other) => !isAlike(other))].slice(0, count)
}
