import { Problem } from '../../core/problem.ts'
import type { Db } from '../../db/client.ts'
import { findProduct } from '../catalogue/read-products.ts'
import type { CreateCharge } from './contract.ts'

/**
 * Opens a crypto charge. No crypto provider is configured in this version, so it ends in a refusal that names the other
 * way to pay, after saying what would be wrong with the order itself.
 * @throws Problem 404 no such product, 422 no file to sell, 503 no crypto provider
 */
export async function createCharge(db: Db, wish: CreateCharge, now: number): Promise<{ hostedUrl: string }> {
  const [row] = await findProduct(db, wish.productId, now)
  if (!row) throw new Problem(404, 'There is no such product.')
  if (row.release.id === null)
    throw new Problem(422, `${row.script.name} has no file yet, so it cannot be bought.`)
  throw new Problem(503, 'Crypto payments are not available in this shop right now. Please pay by card.')
}
