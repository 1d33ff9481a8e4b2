import { z } from 'zod'
import type { Job } from '#shared/email/contract.ts'
import { userMessageSchema } from '#shared/notifications/contract.ts'
import { assertNever } from '../../core/assert-never.ts'
import { describeError } from '../../core/describe-error.ts'
import { logError } from '../../core/log-error.ts'
import { commit, type Db, outboxKeysOf, type Write } from '../../db/client.ts'
import type { ShopDeps } from '../../http/shop-deps.ts'
import type { Env } from '../../providers/env.ts'
import { userHub } from '../../providers/hubs.ts'
import { listByKeys, type OutboxMessage } from './store.ts'
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

type Deps = Pick<ShopDeps, 'env' | 'db'> & Partial<Pick<ShopDeps, 'later'>>

/**
 * Executes all writes as one SQL transaction, and dispatches the outbox messages among them: after the response or,
 * without `later`, before this function returns.
 * @throws the database's error; ask `refusedBy` which constraint it was
 */
export async function commitAndDispatch(deps: Deps, writes: readonly Write[], now: number): Promise<void> {
  await commit(deps.db, writes)
  await dispatchWrites(deps, writes, now)
}

/** Dispatches the outbox messages among these writes, right after the commit. The sweep retries those that fail. */
export async function dispatchWrites(
  { env, db, later }: Deps,
  writes: readonly Write[],
  now: number,
): Promise<void> {
  const dispatched = dispatchKeys(env, db, outboxKeysOf(writes), now)
  if (!later) return dispatched
  later(dispatched.catch((error: unknown) => logError('dispatch-outbox', { error })))
}

async function dispatchKeys(env: Env, db: Db, keys: readonly string[], now: number): Promise<void> {
  if (keys.length > 0) await dispatch(env, db, await listByKeys(db, keys), now)
}

/** Delivers at least once: two dispatchers may take the same row, and every receiver recognizes a repeated key. */
export async function dispatch(env: Env, db: Db, rows: OutboxMessage[], now: number): Promise<void> {
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
