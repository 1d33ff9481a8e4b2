import { z } from 'zod'
import { assertNever } from '../../core/assert-never.ts'
import { describeError } from '../../core/describe-error.ts'
import type { Db } from '../../db/client.ts'
import type { Env } from '../../providers/env.ts'
import { userHub } from '../../providers/hubs.ts'
import type { Job } from '../email/contract.ts'
import { userMessageSchema } from './contract.ts'
import { listByKeys, listDue, type OutboxMessage } from './store.ts'
import { markDispatched, postponeDispatch } from './writes.ts'

const emailPayload = z.object({ deliveryKey: z.string() })
const userPayload = z.object({ userId: z.number().int(), messages: z.array(userMessageSchema) })
const sessionPayload = z.union([
  z.object({ userId: z.number().int(), forget: z.literal(true) }),
  z.object({ userId: z.number().int(), sessionIds: z.array(z.string()) }),
  z
    .object({ userId: z.number().int(), sessionId: z.string() })
    .transform(({ userId, sessionId }) => ({ userId, sessionIds: [sessionId] })),
])

/** Right after a commit: dispatches these messages. The sweep dispatches what fails here. */
export async function dispatchKeys(env: Env, db: Db, keys: readonly string[], now: number): Promise<void> {
  if (keys.length > 0) await dispatch(env, db, await listByKeys(db, keys), now)
}

/** The cron's part: whatever is due and was never dispatched, oldest first. Returns how many rows it tried. */
export async function sweepOutbox(env: Env, db: Db, now: number): Promise<number> {
  const rows = await listDue(db, now, 50)
  await dispatch(env, db, rows, now)
  return rows.length
}

/** At least once: two dispatchers may take the same row, and every receiver knows a repeated key. */
async function dispatch(env: Env, db: Db, rows: OutboxMessage[], now: number): Promise<void> {
  await Promise.all(
    rows.map(async (row) => {
      try {
        await deliver(env, row)
        await markDispatched(db, row.id, now)
      } catch (error) {
        await postponeDispatch(db, row, describeError(error), now)
      }
    }),
  )
}

async function deliver(env: Env, { topic, key, payload, hub }: OutboxMessage): Promise<void> {
  switch (topic) {
    case 'email': {
      const job: Job = { type: 'send-email', deliveryKey: emailPayload.parse(payload).deliveryKey }
      await env.JOBS.send(job)
      return
    }
    case 'user': {
      const { messages } = userPayload.parse(payload)
      return hub === null ? undefined : userHub(env, hub).push(key, messages)
    }
    case 'session': {
      const row = sessionPayload.parse(payload)
      if (hub === null) return
      return 'forget' in row ? userHub(env, hub).purge() : userHub(env, hub).closeSessions(row.sessionIds)
    }
    default:
      return assertNever(topic)
  }
}
