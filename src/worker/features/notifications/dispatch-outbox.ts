import { z } from 'zod'
import { assertNever } from '../../core/assert-never.ts'
import { describeError } from '../../core/describe-error.ts'
import type { Db } from '../../db/client.ts'
import type { Env } from '../../providers/env.ts'
import { userHub } from '../../providers/hubs.ts'
import type { Job } from '../email/contract.ts'
import { userMessageSchema } from './contract.ts'
import { type Debt, listByKeys, listDue } from './store.ts'
import { markDispatched, postponeDispatch } from './writes.ts'

const emailDebt = z.object({ deliveryKey: z.string() })
const userDebt = z.object({ userId: z.number().int(), messages: z.array(userMessageSchema) })
const sessionDebt = z.union([
  z.object({ userId: z.number().int(), forget: z.literal(true) }),
  z.object({ userId: z.number().int(), sessionIds: z.array(z.string()) }),
  z
    .object({ userId: z.number().int(), sessionId: z.string() })
    .transform(({ userId, sessionId }) => ({ userId, sessionIds: [sessionId] })),
])

/** Right after a commit: sends what it owes. A failure here is left to the sweep. */
export async function dispatchKeys(env: Env, db: Db, keys: readonly string[], now: number): Promise<void> {
  if (keys.length > 0) await dispatch(env, db, await listByKeys(db, keys), now)
}

/** The cron's part: whatever is due and was never dispatched, oldest first. Returns how many rows it tried. */
export async function sweepOutbox(env: Env, db: Db, now: number): Promise<number> {
  const debts = await listDue(db, now, 50)
  await dispatch(env, db, debts, now)
  return debts.length
}

/** At least once: two dispatchers may take the same row, and every receiver knows a repeated key. */
async function dispatch(env: Env, db: Db, debts: Debt[], now: number): Promise<void> {
  await Promise.all(
    debts.map(async (debt) => {
      try {
        await deliver(env, debt)
        await markDispatched(db, debt.id, now)
      } catch (error) {
        await postponeDispatch(db, debt, describeError(error), now)
      }
    }),
  )
}

async function deliver(env: Env, { topic, key, payload, hub }: Debt): Promise<void> {
  switch (topic) {
    case 'email': {
      const job: Job = { type: 'send-email', deliveryKey: emailDebt.parse(payload).deliveryKey }
      await env.JOBS.send(job)
      return
    }
    case 'user': {
      const { messages } = userDebt.parse(payload)
      return hub === null ? undefined : userHub(env, hub).push(key, messages)
    }
    case 'session': {
      const debt = sessionDebt.parse(payload)
      if (hub === null) return
      return 'forget' in debt ? userHub(env, hub).forget() : userHub(env, hub).closeSessions(debt.sessionIds)
    }
    default:
      return assertNever(topic)
  }
}
