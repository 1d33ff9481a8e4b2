import { z } from 'zod'
import { userMessageSchema } from '#shared/notifications/contract.ts'
import { assertNever } from '../../core/assert-never.ts'
import { describeError } from '../../core/describe-error.ts'
import { logError } from '../../core/log-error.ts'
import { commit, type Db, type Write } from '../../db/client.ts'
import type { OutboxMessage } from '../../db/schema/notifications.ts'
import type { ShopDeps } from '../../http/shop-deps.ts'
import type { Env } from '../../providers/env.ts'
import { userHub } from '../../providers/hubs.ts'
import { enqueueMails } from '../email/enqueue-mails.ts'
import { markDispatched, postponeDispatches } from './writes.ts'

const emailPayload = z.object({ deliveryKey: z.string() })

/** The queue's limit for one call. */
const MAILS_PER_CALL = 100

type HubStub = ReturnType<typeof userHub>

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
 * without `later`, before this function returns. The inserts return the messages, so one round trip does it.
 * @throws the database's error; ask `refusedBy` which constraint it was
 */
export async function commitAndDispatch(deps: Deps, writes: readonly Write[], now: number): Promise<void> {
  await dispatchEnqueued(deps, await commit(deps.db, writes), now)
}

/** Dispatches the messages that a batch enqueued, as `commitAndDispatch` does. The sweep retries those that fail. */
export async function dispatchEnqueued(
  { env, db, later }: Deps,
  enqueued: readonly OutboxMessage[],
  now: number,
): Promise<void> {
  if (enqueued.length === 0) return
  const dispatched = dispatch(env, db, enqueued, now)
  if (!later) return dispatched
  later(dispatched.catch((error: unknown) => logError('dispatch-outbox', { error })))
}

/**
 * Delivers at least once: two dispatchers may take the same row, and every receiver recognizes a repeated key. The
 * mails of these rows are one call to the queue, and the results one round trip. A row whose delivery fails is
 * postponed, as are the other mails of its call.
 */
export async function dispatch(env: Env, db: Db, rows: readonly OutboxMessage[], now: number): Promise<void> {
  if (rows.length === 0) return
  const errors = new Map<number, string>()
  const attempt = async (of: readonly OutboxMessage[], work: () => Promise<void>) => {
    try {
      await work()
    } catch (error) {
      for (const { id } of of) errors.set(id, describeError(error))
    }
  }
  // One stub for each hub: calls of one stub arrive in their order.
  const hubs = new Map<string, HubStub>()
  const hubOf = (reference: string) => {
    const hub = hubs.get(reference) ?? userHub(env, reference)
    hubs.set(reference, hub)
    return hub
  }
  const mails = rows.filter((row) => deliveryKeyOf(row) !== null)
  const others = rows.filter((row) => deliveryKeyOf(row) === null)
  await Promise.all([
    ...portionsOf(mails).map((portion) =>
      attempt(portion, () =>
        enqueueMails(
          env,
          portion.flatMap((row) => deliveryKeyOf(row) ?? []),
        ),
      ),
    ),
    ...others.map((row) => attempt([row], () => deliver(row, hubOf))),
  ])
  await record(db, rows, errors, now)
}

/** Stores the results: one statement for the delivered rows, and one for the others. */
async function record(
  db: Db,
  rows: readonly OutboxMessage[],
  errors: ReadonlyMap<number, string>,
  now: number,
): Promise<void> {
  const delivered = rows.flatMap(({ id }) => (errors.has(id) ? [] : [id]))
  const failed = [...errors].map(([id, error]) => ({ id, error }))
  await commit(db, [
    ...(delivered.length > 0 ? [markDispatched(db, delivered, now)] : []),
    ...(failed.length > 0 ? [postponeDispatches(db, failed, now)] : []),
  ])
}

/** Null for a row that is no mail, or whose payload names none. */
const deliveryKeyOf = ({ topic, payload }: OutboxMessage): string | null =>
  topic === 'email' ? (emailPayload.safeParse(payload).data?.deliveryKey ?? null) : null

const portionsOf = (mails: readonly OutboxMessage[]) =>
  Array.from({ length: Math.ceil(mails.length / MAILS_PER_CALL) }, (_, at) =>
    mails.slice(at * MAILS_PER_CALL, (at + 1) * MAILS_PER_CALL),
  )

async function deliver(
  { topic, key, payload, hub }: OutboxMessage,
  hubOf: (reference: string) => HubStub,
): Promise<void> {
  switch (topic) {
    case 'email':
      throw new Error('The payload names no mail')
    case 'user': {
      const { messages } = userPayload.parse(payload)
      return hub === null ? undefined : hubOf(hub).push(key, messages)
    }
    case 'session': {
      const row = sessionPayload.parse(payload)
      if (hub === null) return
      return 'forget' in row ? hubOf(hub).purge() : hubOf(hub).closeSessions(row.sessionIds)
    }
    default:
      return assertNever(topic)
  }
}
