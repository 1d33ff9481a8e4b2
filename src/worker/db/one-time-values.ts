import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import { MINUTE } from '#shared/core/time.ts'
import { randomToken, sha256Hex } from '../core/tokens.ts'
import type { Db } from './client.ts'
import { refuseUnless } from './refuse-unless.ts'
import { oneTimeValues } from './schema/factors.ts'

/** Challenges, pending logins and opened links: each works once, within this time. */
export const ONE_TIME_MS = 5 * MINUTE

type Purpose = (typeof oneTimeValues.$inferSelect)['purpose']

/**
 * A new random value (base64url, 256 bits) and the statement that stores its hash: `await write`, or put it into a batch.
 * `data` is kept as JSON and returned by `redeemValue`. `now` and `lifetimeMs` in milliseconds.
 */
export async function issueValue(
  db: Db,
  {
    lifetimeMs = ONE_TIME_MS,
    ...issue
  }: { purpose: Purpose; userId?: number | null; data?: unknown; lifetimeMs?: number; now: number },
) {
  const value = randomToken()
  const expiresAt = issue.now + lifetimeMs
  const write = db.insert(oneTimeValues).values({
    hash: await sha256Hex(value),
    purpose: issue.purpose,
    userId: issue.userId ?? null,
    data: issue.data ?? null,
    createdAt: issue.now,
    expiresAt,
  })
  return { value, expiresAt, write }
}

/** What a value was issued for. */
export type Redeemed<Data> = { userId: number | null; data: Data }

/**
 * Uses the value up. One statement decides, so that of two uses at once only one succeeds.
 * Null where the value is unknown, expired, used, or was issued for another purpose.
 */
export async function redeemValue<Data = unknown>(
  db: Db,
  purpose: Purpose,
  value: string,
  now: number,
): Promise<Redeemed<Data> | null> {
  const [row] = await db
    .update(oneTimeValues)
    .set({ usedAt: now })
    .where(
      and(
        eq(oneTimeValues.hash, await sha256Hex(value)),
        eq(oneTimeValues.purpose, purpose),
        isNull(oneTimeValues.usedAt),
        gt(oneTimeValues.expiresAt, now),
      ),
    )
    .returning({ userId: oneTimeValues.userId, data: oneTimeValues.data })
  return row ? { userId: row.userId, data: row.data as Data } : null
}

/** Reads a value without using it up, for a value that allows several tries. Null as in `redeemValue`. */
export async function peekValue<Data = unknown>(
  db: Db,
  purpose: Purpose,
  value: string,
  now: number,
): Promise<Redeemed<Data> | null> {
  const [row] = await db
    .select({ userId: oneTimeValues.userId, data: oneTimeValues.data })
    .from(oneTimeValues)
    .where(
      and(
        eq(oneTimeValues.hash, await sha256Hex(value)),
        eq(oneTimeValues.purpose, purpose),
        isNull(oneTimeValues.usedAt),
        gt(oneTimeValues.expiresAt, now),
      ),
    )
    .limit(1)
  return row ? { userId: row.userId, data: row.data as Data } : null
}

/**
 * Uses a value up as part of a batch; `hash` is the SHA-256 (hex) of the value. Where it is used or expired, or was
 * issued for another purpose, NOT NULL refuses the whole batch (`refusedBy`: `one_time_values.purpose`). An unknown
 * value refuses nothing: read it with `peekValue` first.
 */
export const takeValue = (db: Db, purpose: Purpose, hash: string, now: number) =>
  db
    .update(oneTimeValues)
    .set({
      usedAt: now,
      purpose: refuseUnless(
        sql`${oneTimeValues.usedAt} is null and ${oneTimeValues.expiresAt} > ${now} and ${oneTimeValues.purpose} = ${purpose}`,
        oneTimeValues.purpose,
      ),
    })
    .where(eq(oneTimeValues.hash, hash))

/** Deletes expired values, in the daily housekeeping. */
export const deleteExpiredValues = (db: Db, now: number) =>
  db.delete(oneTimeValues).where(lt(oneTimeValues.expiresAt, now))
