import type { SQL } from 'drizzle-orm'
import type { BatchResponse } from 'drizzle-orm/batch'
import { builtOnce, type Filled, filled, type In } from './built-once.ts'
import type { Db, Statement } from './client.ts'

/** An account in a statement: its id, or SQL that finds it. Null in SQL, and so nobody, without a valid session. */
export type UserId = In<number>

/** How statements that are built once name the account: SQL with placeholders, and the values for these. */
export type Account = {
  /** One for each SQL. */
  by: string
  userId: () => SQL<number>
  values: Record<string, string | number>
}

type Statements = Readonly<[Statement, ...Statement[]]>

type OfAccount<All> = (db: Db, account: Account) => All

/**
 * Executes statements about one account as one transaction, in one round trip. Returns their results with the account's
 * id. The viewer's (`viewerBatch`) also looks up the session in that round trip.
 * @throws Problem 401 without a valid session; then no result is returned
 */
export type AccountBatch = <All extends Statements>(
  statements: ((userId: UserId) => All) | { ofAccount: OfAccount<All> },
) => Promise<{ userId: number; results: BatchResponse<All> }>

/** For an account that is known. */
export const batchOf =
  (db: Db, userId: number): AccountBatch =>
  async (statements) => {
    const all =
      typeof statements === 'function' ? statements(userId) : statements.ofAccount(db, knownAccount(userId))
    return { userId, results: await db.batch(all) }
  }

const knownAccount = (userId: number): Account => ({
  by: 'id',
  userId: () => filled('accountId'),
  values: { accountId: userId },
})

/**
 * Statements about an account whose SQL is built once in an isolate (`builtOnce`). `build` gets SQL in place of the account
 * and of the values.
 */
export function ofAccount<Of extends Record<string, string | number>, All extends Statements>(
  build: (db: Db, userId: SQL<number>, values: Filled<Of>) => All,
): (values: Of) => { ofAccount: OfAccount<All> } {
  const kept = new Map<string, ReturnType<typeof builtOnce<Record<string, string | number>, All>>>()
  return (values) => ({
    ofAccount: (db, { by, userId, values: own }) => {
      let statements = kept.get(by)
      if (!statements) {
        const twice = Object.keys(own).find((name) => name in values)
        if (twice) throw new Error(`The account's SQL has a value ${twice} too`)
        statements = builtOnce((db, filledValues) => build(db, userId(), filledValues as never))
        kept.set(by, statements)
      }
      return statements(db, { ...values, ...own })
    },
  })
}
