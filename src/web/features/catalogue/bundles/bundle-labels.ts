import type { Product } from '#shared/catalogue/contract.ts'
import { bundleSaving } from '#shared/catalogue/rules.ts'
import { formatUsd } from '#shared/core/money.ts'

type Bundle = NonNullable<Product['bundle']>

/** "3 scripts". */
export const scriptCount = ({ products }: Bundle): string => `${products.length} scripts`

/** "3 scripts · saves $20.00", or without a saving only the count; null: the product is no bundle. */
export function bundleLine(product: Pick<Product, 'price' | 'bundle'>): string | null {
  if (!product.bundle) return null
  const saving = bundleSaving(product)
  return saving > 0
    ? `${scriptCount(product.bundle)} · saves ${formatUsd(saving)}`
    : scriptCount(product.bundle)
}

/** "Monad, Scroll and Linea". */
export const namesOf = (products: readonly { name: string }[]): string =>
  new Intl.ListFormat('en').format(products.map(({ name }) => name))

/** Whether somebody has access to the product, or to every product of the bundle. */
export const isOwned = (
  { id, bundle }: Pick<Product, 'id' | 'bundle'>,
  owned: ReadonlySet<number>,
): boolean => (bundle ? bundle.products.every((product) => owned.has(product.id)) : owned.has(id))
