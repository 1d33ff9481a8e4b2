import { Problem } from '../../core/problem.ts'
import { isSellable } from './bundle-rules.ts'
import type { ProductRow } from './read-products.ts'

/** @throws Problem 422 the product has no file, or a product of the bundle is not for sale */
export function requireSellable(
  row: Pick<ProductRow, 'release' | 'bundled'> & { script: { name: string } },
): void {
  if (isSellable(row)) return
  const missing = row.bundled?.find(({ isForSale }) => isForSale === 0)
  throw new Problem(
    422,
    missing
      ? `${missing.name}, which is part of ${row.script.name}, is not for sale at the moment, so the bundle cannot be bought.`
      : `${row.script.name} has no published file, so it cannot be bought.`,
  )
}
