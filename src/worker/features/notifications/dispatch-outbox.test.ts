import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { HOUR, MINUTE, SECOND } from '#shared/core/time.ts'
import { commit, openDb } from '../../db/client.ts'
import { aUser, type SignedIn } from '../../testing/clients.ts'
import { aNotification, readHub } from '../../testing/hubs.ts'
import { mortal } from '../../testing/mortal.ts'
import { sandbox } from '../../testing/sandbox.ts'
import { unique, withPausedQueue } from '../../testing/shop.ts'
import { watched } from '../../testing/watched.ts'
import { commitAndDispatch } from './dispatch-outbox.ts'
import { sweepOutbox } from './sweep-outbox.ts'
import { enqueueEmail, enqueueUserMessages, enqueueUserMessagesOnce } from './writes.ts'

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

// invariant: outbox-swept
test('a message that a crash left behind is dispatched by the sweep, not by a repetition of its write', async () => {
  const user = await aUser()
  const { bindings } = withPausedQueue()
  const [key, now] = [unique('once'), Date.now()]
  const write = () => [
    enqueueUserMessagesOnce(db(), { key, userId: user.id, messages: [aNotification('n')], now }),
  ]
  expect(await commit(db(), write())).toHaveLength(1)
  await commitAndDispatch({ env: bindings, db: db() }, write(), now)
  expect((await readHub(user.id)).log).toEqual([])
  await sweepOutbox(bindings, db(), now + MINUTE)
  expect((await readHub(user.id)).log).toHaveLength(1)
})

test('a failing receiver is called again after growing waits of up to an hour, and does not delay the others', async () => {
  const user = await aUser()
  const { bindings } = withPausedQueue()
  const broken = {
    ...bindings,
    JOBS: {
      sendBatch: async () => {
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

/** Two mails and two messages for each of these users, all of them due, with their keys in order. */
async function aPortion(users: readonly SignedIn[], now = Date.now() - MINUTE) {
  const mails = [unique('mail'), unique('mail')]
  const news = users.flatMap((user) => [1, 2].map((n) => ({ user, key: unique(`news-${n}`) })))
  const write = () => [
    ...mails.map((key) => enqueueEmail(db(), { key, deliveryKey: key, now })),
    ...news.map(({ user, key }) =>
      enqueueUserMessages(db(), { key, userId: user.id, messages: [aNotification(key)], now }),
    ),
  ]
  const newsOf = (user: SignedIn) => news.flatMap((one) => (one.user === user ? [one.key] : []))
  return { mails, write, newsOf, keys: [...mails, ...news.map(({ key }) => key)], now }
}

const idsIn = async (user: SignedIn) =>
  (await readHub(user.id)).log.map((one) => (one.type === 'notification' ? one.data.id : one.type))

test('a commit and the dispatch of its six messages take two round trips and one call to the queue', async () => {
  const users = [await aUser(), await aUser()]
  const calls: unknown[][] = []
  const JOBS = {
    sendBatch: async (messages: Iterable<MessageSendRequest>) => {
      calls.push([...messages].map(({ body }) => body))
    },
  } as unknown as Queue
  const watch = watched({ ...env, JOBS })
  const { mails, write, newsOf, keys, now } = await aPortion(users)
  await commitAndDispatch({ env: watch.bindings, db: openDb(watch.bindings.DB) }, write(), now)
  expect(watch.trips).toBe(2)
  expect(calls).toEqual([mails.map((deliveryKey) => ({ type: 'send-email', deliveryKey }))])
  for (const user of users) expect(await idsIn(user)).toEqual(newsOf(user))
  for (const key of keys) expect((await rowOf(key))?.dispatched_at).toBe(now)
})

test('a hub that fails postpones its own messages, each with its error, and no other message of the portion', async () => {
  const [broken, whole] = [await aUser(), await aUser()]
  const { bindings, sent } = withPausedQueue()
  const { mails, write, newsOf } = await aPortion([broken, whole])
  await commit(db(), write())
  const row = await env.DB.prepare('SELECT reference FROM users WHERE id = ?')
    .bind(broken.id)
    .first('reference')
  const USER_HUB = {
    getByName: (name: string) => {
      const push = async (key: string) => {
        throw new Error(`no hub for ${key}`)
      }
      return name === row ? { push } : env.USER_HUB.getByName(name)
    },
  } as unknown as typeof env.USER_HUB
  const now = Date.now()
  await sweepOutbox({ ...bindings, USER_HUB }, db(), now)
  expect(sent).toHaveLength(2)
  for (const key of [...mails, ...newsOf(whole)]) expect((await rowOf(key))?.dispatched_at).toBe(now)
  for (const key of newsOf(broken))
    expect(await rowOf(key)).toEqual({
      attempts: 1,
      next_attempt_at: now + 5 * SECOND,
      dispatched_at: null,
      last_error: `Error: no hub for ${key}`,
    })
  await sweepOutbox(bindings, db(), now + 5 * SECOND)
  expect(await idsIn(broken)).toEqual(newsOf(broken))
})

// invariant: outbox-swept
test('a crash after any call of a dispatch loses no message, and the sweep repeats none on a screen', async () => {
  const dispatchUntil = async (last: number | null) => {
    const users = [await aUser(), await aUser()]
    const { bindings, sent } = withPausedQueue()
    const { bindings: dying, count } = mortal(bindings, last)
    const portion = await aPortion(users)
    const deps = { env: dying, db: openDb(dying.DB) }
    await commitAndDispatch(deps, portion.write(), portion.now).catch(() => undefined)
    return { ...portion, users, bindings, sent, calls: count.calls }
  }
  const { calls } = await dispatchUntil(null)
  // The commit, the queue, four pushes, the results.
  expect(calls).toBe(7)
  for (let last = 0; last < calls; last += 1) {
    const { mails, newsOf, keys, users, bindings, sent } = await dispatchUntil(last)
    const isCommitted = (await rowOf(keys[0] ?? '')) !== null
    expect(isCommitted, `after ${last}`).toBe(last > 0)
    if (!isCommitted) continue
    for (const later of [HOUR, 2 * HOUR, 3 * HOUR]) await sweepOutbox(bindings, db(), Date.now() + later)
    const queued = new Set(sent.map((job) => (job as { deliveryKey: string }).deliveryKey))
    expect(queued, `after ${last}`).toEqual(new Set(mails))
    for (const user of users)
      expect((await idsIn(user)).toSorted(), `after ${last}`).toEqual(newsOf(user).toSorted())
    for (const key of keys) expect((await rowOf(key))?.dispatched_at, `after ${last}`).not.toBeNull()
  }
})

test('the sweep dispatches a backlog of 250 mails in one run, a hundred for each call to the queue', async () => {
  const { bindings, sent } = withPausedQueue()
  const sizes: number[] = []
  const JOBS = {
    sendBatch: async (messages: Iterable<MessageSendRequest>) => {
      sizes.push([...messages].length)
      await bindings.JOBS.sendBatch(messages)
    },
  } as unknown as Queue
  const now = Date.now() - MINUTE
  const keys = Array.from({ length: 250 }, () => unique('backlog'))
  await commit(
    db(),
    keys.map((key) => enqueueEmail(db(), { key, deliveryKey: key, now })),
  )
  expect(await sweepOutbox({ ...bindings, JOBS }, db(), Date.now())).toBe(250)
  expect([sizes, sent.length]).toEqual([[100, 100, 50], 250])
  expect(await sweepOutbox({ ...bindings, JOBS }, db(), Date.now() + HOUR)).toBe(0)
})
