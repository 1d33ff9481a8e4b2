import type { Product } from '#shared/catalogue/contract.ts'
import { categoryOf } from '#shared/catalogue/rules.ts'

/** Up to `count` other scripts, those of the same category first. Neither plans nor the scripts of a bundle itself are listed. */
export function relatedProducts(
  product: Pick<Product, 'id' | 'features' | 'bundle'>,
  products: readonly Product[],
  count: number,
): Product[] {
  const category = categoryOf(product.features)
  const isAlike = (other: Product) => categoryOf(other.features) === category
  const shown = new Set([product.id, ...(product.bundle?.products.map(({ id }) => id) ?? [])])
  const others = products.filter(({ id, tier }) => !shown.has(id) && tier === 'script')
  return [...others.filter(isAlike), ...others.filter((other) => !isAlike(other))].slice(0, count)
}
