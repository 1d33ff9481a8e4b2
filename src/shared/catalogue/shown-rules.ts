// What pages show of the catalogue beside their own subject. Their documents have only these products of it.
import type { Product } from './contract.ts'
import { categoryOf, isForSale } from './rules.ts'

/** Scripts, on the landing page and beside a product. */
const SHOWN = 3

const isPlan = ({ tier }: Product): boolean => tier !== 'script'

/** The plans, sold or not, and the first scripts for sale: what the landing page and the plans show. */
export function offersOf(products: readonly Product[]): Product[] {
  const featured = products.filter((product) => !isPlan(product) && isForSale(product)).slice(0, SHOWN)
  return products.filter((product) => isPlan(product) || featured.includes(product))
}

/** The plans and the related scripts that the page of this product shows, all for sale; the related ones in their order. */
export function besideProduct(products: readonly Product[], idOrSlug: string): Product[] {
  const sold = products.filter(isForSale)
  const product = products.find(({ id, slug }) => slug === idOrSlug || String(id) === idOrSlug)
  return [...sold.filter(isPlan), ...(product ? relatedProducts(product, sold, SHOWN) : [])]
}

/** What the login names of the product whose checkout waits for it. */
export type WaitingProduct = Pick<Product, 'name' | 'slug' | 'price' | 'isSubscription'> & {
  isForSale: boolean
}

export const waitingProductOf = (product: Product): WaitingProduct => {
  const { name, slug, price, isSubscription } = product
  return { name, slug, price, isSubscription, isForSale: isForSale(product) }
}

/** Up to `count` other scripts, those of the same category first. Neither plans nor the scripts of a bundle itself are listed. */
export function relatedProducts(
  product: Pick<Product, 'id' | 'features' | 'bundle'>,
  products: readonly Product[],
  count: number,
): Product[] {
  const category = categoryOf(product.features)
  const isAlike = (other: Product) => categoryOf(other.features) === category
  const shown = new Set([product.id, ...(product.bundle?.products.map(({ id }) => id) ?? [])])
  const others = products.filter((other) => !shown.has(other.id) && !isPlan(other))
  return [...others.filter(isAlike), ...others.filter((other) => !isAlike(other))].slice(0, count)
}
