import type { SQL } from 'drizzle-orm'
import type { BatchResponse } from 'drizzle-orm/batch'
import type { Db, Statement } from './client.ts'

/** An account in a statement: its id, or SQL that finds it. Null in SQL, and so nobody, without a valid session. */
export type UserId = number | SQL<number>

/**
 * Executes statements about one account as one transaction, in one round trip. Returns their results with the account's
 * id. The viewer's (`viewerBatch`) also looks up the session in that round trip.
 * @throws Problem 401 without a valid session; then no result is returned
 */
export type AccountBatch = <One extends Statement, All extends Readonly<[One, ...One[]]>>(
  statements: (userId: UserId) => All,
) => Promise<{ userId: number; results: BatchResponse<All> }>

/** For an account that is known. */
export const batchOf =
  (db: Db, userId: number): AccountBatch =>
  async (statements) => ({ userId, results: await db.batch(statements(userId)) })
