import { eq } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { scripts } from '../../../db/schema/catalogue.ts'
import { selectProducts } from '../../catalogue/read-products.ts'
import { NO_FILE, REMOVED } from '../rules.ts'
import type { Payment } from '../store.ts'

/** Why a person must review this payment though its amount is right; null where nothing is wrong. */
export async function findDeliveryProblem(
  db: Db,
  { scriptId, subscriptionId }: Pick<Payment, 'scriptId' | 'subscriptionId'>,
  now: number,
): Promise<string | null> {
  const [row] = await selectProducts(db, now).where(eq(scripts.id, scriptId)).limit(1)
  if (!row || row.release.id === null) return NO_FILE
  // A subscription to a removed product goes on: its later payments are no new sales.
  return row.script.isDeleted && subscriptionId === null ? REMOVED : null
}
