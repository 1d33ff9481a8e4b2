import { Problem } from '../../../core/problem.ts'
import type { Db } from '../../../db/client.ts'
import { findProduct, type ProductRow } from '../../catalogue/read-products.ts'

/**
 * The product, where it can be sold: it is listed and has a published file.
 * @throws Problem 404 no such product, 422 it has no file
 */
export async function findDeliverable(db: Db, productId: number, now: number): Promise<ProductRow['script']> {
  const [row] = await findProduct(db, productId, now)
  if (!row) throw new Problem(404, 'There is no such product.')
  if (row.release.id === null)
    throw new Problem(422, `${row.script.name} has no published file, so it cannot be bought.`)
  return row.script
}
