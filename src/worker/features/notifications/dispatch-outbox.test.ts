import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { HOUR, MINUTE, SECOND } from '#shared/core/time.ts'
import { commit, openDb } from '../../db/client.ts'
import { aUser } from '../../testing/clients.ts'
import { aNotification, readHub } from '../../testing/hubs.ts'
import { sandbox } from '../../testing/sandbox.ts'
import { unique, withPausedQueue } from '../../testing/shop.ts'
import { sweepOutbox } from './sweep-outbox.ts'
import { enqueueEmail, enqueueUserMessages } from './writes.ts'

beforeAll(sandbox.calm)

const db = () => openDb(env.DB)
const rowOf = (key: string) =>
  env.DB.prepare('SELECT attempts, next_attempt_at, dispatched_at, last_error FROM outbox WHERE key = ?')
    .bind(key)
    .first<{
      attempts: number
      next_attempt_at: number
      dispatched_at: number | null
      last_error: string | null
    }>()

// invariant: outbox-swept
test('the sweep leaves a new message to the dispatch after its commit, then dispatches it once', async () => {
  const user = await aUser()
  const { bindings, sent } = withPausedQueue()
  const now = Date.now()
  const [mail, news] = [unique('mail'), unique('news')]
  await commit(db(), [
    enqueueEmail(db(), { key: mail, deliveryKey: 'receipt:1', now }),
    enqueueUserMessages(db(), { key: news, userId: user.id, messages: [aNotification('n')], now }),
  ])
  await sweepOutbox(bindings, db(), now + 19 * SECOND)
  expect([sent, (await readHub(user.id)).log]).toEqual([[], []])
  for (const later of [21 * SECOND, MINUTE, HOUR]) await sweepOutbox(bindings, db(), now + later)
  expect(sent).toEqual([{ type: 'send-email', deliveryKey: 'receipt:1' }])
  expect((await readHub(user.id)).log).toHaveLength(1)
  expect((await rowOf(mail))?.dispatched_at).toBe(now + 21 * SECOND)
})

test('the same message cannot be enqueued twice', async () => {
  const key = unique('once')
  const enqueueAt = (now: number) => commit(db(), [enqueueEmail(db(), { key, deliveryKey: 'x', now })])
  await enqueueAt(1)
  await expect(enqueueAt(2)).rejects.toThrow()
})

test('a failing receiver is called again after growing waits of up to an hour, and does not delay the others', async () => {
  const user = await aUser()
  const { bindings } = withPausedQueue()
  const broken = {
    ...bindings,
    JOBS: {
      send: async () => {
        throw new Error('the queue is away')
      },
    } as unknown as Queue,
  }
  const [mail, news] = [unique('mail'), unique('news')]
  let now = Date.now()
  const before = now - HOUR
  await commit(db(), [
    enqueueEmail(db(), { key: mail, deliveryKey: 'receipt:2', now: before }),
    enqueueUserMessages(db(), { key: news, userId: user.id, messages: [aNotification('n')], now: before }),
  ])
  const waits: number[] = []
  for (let attempt = 1; attempt <= 12; attempt++) {
    await sweepOutbox(broken, db(), now)
    const row = await rowOf(mail)
    expect(row).toMatchObject({
      attempts: attempt,
      dispatched_at: null,
      last_error: 'Error: the queue is away',
    })
    waits.push(((row?.next_attempt_at ?? 0) - now) / SECOND)
    now = row?.next_attempt_at ?? 0
  }
  expect(waits).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600])
  expect((await readHub(user.id)).log).toHaveLength(1)
  await sweepOutbox(bindings, db(), now)
  expect(await rowOf(mail)).toMatchObject({ dispatched_at: now, last_error: null })
})
