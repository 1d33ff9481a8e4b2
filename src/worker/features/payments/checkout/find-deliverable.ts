import { Problem } from '../../../core/problem.ts'
import type { Db } from '../../../db/client.ts'
import { findProduct, type ProductRow } from '../../catalogue/read-products.ts'
import { requireSellable } from '../../catalogue/require-sellable.ts'

/**
 * The product, where it can be sold: it is listed and has a published file, as has each product of a bundle.
 * @throws Problem 404 no such product, 422 it has no file, or a product of the bundle is not for sale
 */
export async function findDeliverable(db: Db, productId: number, now: number): Promise<ProductRow['script']> {
  const [row] = await findProduct(db, productId, now)
  if (!row) throw new Problem(404, 'There is no such product.')
  requireSellable(row)
  return row.script
}
