import { and, asc, eq, inArray, isNull, lte, sql } from 'drizzle-orm'
import { z } from 'zod'
import { describeError } from '../../core/describe-error.ts'
import { assertNever } from '../../core/result.ts'
import { HOUR, SECOND } from '../../core/time.ts'
import type { Db } from '../../db/client.ts'
import { outbox } from '../../db/schema/notifications.ts'
import type { Env } from '../../providers/env.ts'
import { pushToUser } from '../../providers/hubs.ts'
import type { Job } from '../email/contract.ts'
import { userMessageSchema } from './contract.ts'

type Row = typeof outbox.$inferSelect

const emailDebt = z.object({ deliveryKey: z.string() })
const userDebt = z.object({ userId: z.number().int(), messages: z.array(userMessageSchema) })

/** Right after a commit: sends what it owes. A failure here is left to the sweep. */
export async function dispatchKeys(env: Env, db: Db, keys: readonly string[], now: number): Promise<void> {
  const rows = await db
    .select()
    .from(outbox)
    .where(and(inArray(outbox.key, [...keys]), isNull(outbox.dispatchedAt)))
  await dispatch(env, db, rows, now)
}

/** The cron's part: whatever is due and was never dispatched, oldest first. Returns how many rows it tried. */
export async function sweepOutbox(env: Env, db: Db, now: number): Promise<number> {
  const rows = await db
    .select()
    .from(outbox)
    .where(and(isNull(outbox.dispatchedAt), lte(outbox.nextAttemptAt, now)))
    .orderBy(asc(outbox.nextAttemptAt))
    .limit(50)
  await dispatch(env, db, rows, now)
  return rows.length
}

/** At least once: two dispatchers may take the same row, and every receiver knows a repeated key. */
async function dispatch(env: Env, db: Db, rows: Row[], now: number): Promise<void> {
  await Promise.all(
    rows.map(async (row) => {
      try {
        await deliver(env, row)
        await db.update(outbox).set({ dispatchedAt: now, lastError: null }).where(eq(outbox.id, row.id))
      } catch (error) {
        const wait = Math.min(HOUR, 5 * SECOND * 2 ** row.attempts)
        await db
          .update(outbox)
          .set({
            attempts: sql`${outbox.attempts} + 1`,
            nextAttemptAt: now + wait,
            lastError: describeError(error),
          })
          .where(eq(outbox.id, row.id))
      }
    }),
  )
}

async function deliver(env: Env, row: Row): Promise<void> {
  switch (row.topic) {
    case 'email': {
      const job: Job = { type: 'send-email', deliveryKey: emailDebt.parse(row.payload).deliveryKey }
      await env.JOBS.send(job)
      return
    }
    case 'user':
      return pushToUser(env, { key: row.key, ...userDebt.parse(row.payload) })
    default:
      return assertNever(row.topic)
  }
}
