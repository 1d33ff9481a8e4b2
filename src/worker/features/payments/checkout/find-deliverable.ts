import { Problem } from '../../../core/problem.ts'
import type { Db } from '../../../db/client.ts'
import { findProduct, type ProductRow } from '../../catalogue/read-products.ts'
import { requireSellable } from '../../catalogue/require-sellable.ts'

/**
 * The product, where it can be sold: it is listed and has a published file, as has each product of a bundle.
 * @throws Problem 404 no such product, 422 it has no file, or a product of the bundle is not for sale
 */
export const findDeliverable = async (
  db: Db,
  productId: number,
  now: number,
): Promise<ProductRow['script']> => deliverableOf((await findProduct(db, productId, now))[0])

/** As above, by the row of `findProduct`. @throws as findDeliverable */
export function deliverableOf(row: ProductRow | undefined): ProductRow['script'] {
  if (!row) throw new Problem(404, 'There is no such product.')
  requireSellable(row)
  return row.script
}
