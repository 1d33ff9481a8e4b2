import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { addMonths, DAY } from '#shared/core/time.ts'
import { EVERY_MINUTE } from '../../cron.ts'
import { openDb } from '../../db/client.ts'
import { visitor } from '../../testing/clients.ts'
import { readHub } from '../../testing/hubs.ts'
import { afterFirstBatch } from '../../testing/interrupted.ts'
import { FILE_LINK, filePathOf } from '../../testing/mailbox.ts'
import { aProduct, aRelease, type MadeProduct, stockPlans } from '../../testing/products.ts'
import {
  aGuest,
  aReader,
  aReceiptOf,
  deleted,
  mailsQueuedTo,
  owns,
  refunded,
  subscribes,
} from '../../testing/readers.ts'
import { sandbox } from '../../testing/sandbox.ts'
import { consume, ring, unique, withPausedQueue } from '../../testing/shop.ts'
import { findDownload } from '../downloads/find-download.ts'
import { signUnsubscribe } from '../email/unsubscribe-link.ts'
import { announceReleases } from './announce-releases.ts'

beforeAll(sandbox.calm)
beforeAll(stockPlans)
// Removes the audience and the releases of earlier tests.
beforeEach(() =>
  env.DB.batch([
    env.DB.prepare('UPDATE users SET deleted_at = 1'),
    env.DB.prepare('DELETE FROM user_scripts'),
    env.DB.prepare('UPDATE subscribers SET unsubscribed_at = 1'),
    env.DB.prepare('UPDATE script_releases SET announced_at = 1'),
  ]),
)
afterEach(() => vi.useRealTimers())

const sweep = (bindings = withPausedQueue().bindings) =>
  announceReleases(bindings, openDb(env.DB), Date.now())

/** A script whose first release was announced already. */
const anOldScript = () => aProduct({ name: unique('Farmer') })
const anUpdate = (product: MadeProduct, input: Parameters<typeof aRelease>[1] = {}) =>
  aRelease(product.id, { version: '2.0', publishedAt: Date.now() - 1000, unannounced: true, ...input })
const aNewScript = () => aProduct({ name: unique('Fresh'), release: { unannounced: true } })

async function aSubscriber(state: { confirmed?: boolean; left?: boolean; email?: string } = {}) {
  const { confirmed = true, left = false, email = `${unique('sub')}@mail.test` } = state
  await env.DB.prepare(
    'INSERT INTO subscribers (email, email_key, created_at, confirmed_at, unsubscribed_at) VALUES (?1, ?1, 1, ?2, ?3)',
  )
    .bind(email, confirmed ? 2 : null, left ? 3 : null)
    .run()
  return email
}

const news = async (userId: number) =>
  (await readHub(userId)).kept.filter(({ title }) => title === 'New release')
const announced = (releaseId: number) =>
  env.DB.prepare('SELECT announced_at, announce_cursor FROM script_releases WHERE id = ?')
    .bind(releaseId)
    .first<{ announced_at: number | null; announce_cursor: number }>()

/** Each reader has one of these preferences off and the others on. */
const oneOff = ['emailNotifications', 'promotionalEmails', 'newAirdrops'] as const

describe('a new script', () => {
  test('is mailed only to verified accounts that want new airdrops and to confirmed subscribers', async () => {
    const { bindings, sent } = withPausedQueue()
    const readers = Object.fromEntries(
      await Promise.all(oneOff.map(async (off) => [off, await aReader({ [off]: false })] as const)),
    )
    const unverified = await aReader({ verified: false })
    const [deleted, closed] = [await aReader(), await aReader()]
    await env.DB.prepare('UPDATE users SET deleted_at = 1 WHERE id = ?').bind(deleted.id).run()
    await env.DB.prepare('UPDATE users SET deactivated_at = 1 WHERE id = ?').bind(closed.id).run()
    const [subscriber, unconfirmed, left] = [
      await aSubscriber(),
      await aSubscriber({ confirmed: false }),
      await aSubscriber({ left: true }),
    ]
    const product = await aNewScript()
    await sweep(bindings)

    const mailed = async (address: string) => (await mailsQueuedTo(address, 'new-%')).map(({ key }) => key)
    const key = `release:${product.release.id}`
    for (const off of ['emailNotifications', 'promotionalEmails'])
      expect(await mailed(readers[off]?.email ?? ''), off).toEqual([`${key}:user:${readers[off]?.id}`])
    expect(await mailed(subscriber)).toHaveLength(1)
    for (const address of [
      readers.newAirdrops?.email ?? '',
      unverified.email,
      deleted.email,
      closed.email,
      unconfirmed,
      left,
    ])
      expect(await mailed(address), address).toEqual([])
    // No account owns the script yet, so there is no live notification.
    expect(await news(readers.promotionalEmails?.id ?? 0)).toEqual([])

    await consume(sent)
    const [mail] = await sandbox.mails(subscriber)
    expect(mail?.subject).toBe(`New script: ${product.name}`)
    expect(mail?.text).toContain('$19.50')
    expect((await announced(product.release.id))?.announced_at).not.toBeNull()
  })

  test('is mailed once to an account that is a subscriber too, and the account’s preference decides', async () => {
    const [on, off] = [await aReader(), await aReader({ newAirdrops: false })]
    for (const { email } of [on, off]) await aSubscriber({ email })
    await aNewScript()
    await sweep()
    expect(await mailsQueuedTo(on.email)).toHaveLength(1)
    expect(await mailsQueuedTo(off.email)).toEqual([])
  })

  test('is notified live to the owner of a plan that includes it, and the mail shows no price', async () => {
    const { bindings, sent } = withPausedQueue()
    const holder = await aReader()
    await subscribes(holder)
    const product = await aNewScript()
    await sweep(bindings)
    expect(await news(holder.id)).toMatchObject([
      {
        message: `${product.name} 1.0 is ready to download.`,
        downloadUrl: `/api/download/file/${product.id}`,
      },
    ])
    await consume(sent)
    const [mail] = await sandbox.mails(holder.email)
    expect(mail?.text).toContain('Included in your plan')
    expect(mail?.text).not.toContain('$')
  })
})

describe('a new release', () => {
  test('is mailed to owners who want email notifications, and notified live to all owners', async () => {
    const { bindings, sent } = withPausedQueue()
    const product = await anOldScript()
    const owners = []
    for (const inputs of [
      {},
      { promotionalEmails: false, newAirdrops: false },
      { emailNotifications: false },
      { verified: false },
    ]) {
      const owner = await aReader(inputs)
      await owns(owner, product.id)
      owners.push(owner)
    }
    const stranger = await aReader()
    const subscriber = await aSubscriber()
    const release = await anUpdate(product)
    await sweep(bindings)
    const told = async ({ id, email }: { id: number; email: string }) => [
      (await mailsQueuedTo(email, 'new-release')).length,
      (await news(id)).length,
    ]
    expect(await Promise.all(owners.map(told))).toEqual([
      [1, 1],
      [1, 1],
      [0, 1],
      [0, 1],
    ])
    expect([await told(stranger), await mailsQueuedTo(subscriber)]).toEqual([[0, 0], []])
    expect((await announced(release.id))?.announced_at).not.toBeNull()
    await consume(sent)
    const [mail] = await sandbox.mails(owners[0]?.email ?? '')
    expect(mail?.subject).toBe(`${product.name} 2.0 is out`)
  })

  test('is mailed to guests and unconfirmed accounts whose receipt arrived, not where it bounced', async () => {
    const { bindings, sent } = withPausedQueue()
    const product = await anOldScript()
    const [unconfirmed, bounced] = [await aReader({ verified: false }), await aReader({ verified: false })]
    for (const owner of [unconfirmed, bounced]) await owns(owner, product.id)
    await aReceiptOf(unconfirmed.id, unconfirmed.email, 'sent')
    await aReceiptOf(bounced.id, bounced.email, 'dead')
    const guests = [unique('Guest'), unique('guest'), unique('guest'), unique('guest')].map(
      (name) => `${name}@mail.test`,
    )
    const [twice = '', back = '', left = '', late = ''] = guests
    await aGuest(product.id, twice)
    await aGuest(product.id, twice.toUpperCase())
    await aGuest(product.id, back, { status: 'dead' })
    const leaving = await aGuest(product.id, left)
    await aGuest(product.id, late, { purchasedAt: Date.now() - 100 * DAY })
    const token = await signUnsubscribe({ paymentId: leaving }, env.LINK_SIGNING_KEY)
    for (let time = 0; time < 2; time++)
      expect((await visitor().post(`/api/email/unsubscribe?token=${token}`)).status).toBe(200)

    const release = await anUpdate(product)
    await sweep(bindings)
    await sweep(bindings)
    const mails = async (address: string) => (await mailsQueuedTo(address, 'new-release')).length
    const found = await Promise.all([unconfirmed.email, bounced.email, ...guests].map(mails))
    expect(found).toEqual([1, 0, 1, 0, 0, 0])
    expect((await announced(release.id))?.announced_at).not.toBeNull()

    await consume(sent)
    const [mail] = await sandbox.mails(twice)
    expect(mail?.text).toContain('includes')
    const link = mail?.links.find((url) => url.includes(FILE_LINK)) ?? ''
    const file = await visitor().fetch('GET', filePathOf(link))
    expect(file.status).toBe(200)
    expect(new Uint8Array(await file.arrayBuffer())).toEqual(release.bytes)
  })

  test('is only notified live to an account whose address bounced', async () => {
    const product = await anOldScript()
    const [owner, bounced] = [await aReader(), await aReader()]
    for (const { id } of [owner, bounced]) await owns({ id }, product.id)
    await env.DB.prepare("INSERT INTO email_suppressions VALUES (lower(?), 'bounced', null, 1, null)")
      .bind(bounced.email)
      .run()
    await anUpdate(product)
    await sweep()
    const mails = async ({ email }: { email: string }) => (await mailsQueuedTo(email, 'new-release')).length
    expect(await Promise.all([owner, bounced].map(mails))).toEqual([1, 0])
    expect(await news(bounced.id)).toHaveLength(1)
  })

  test('is announced to owners who may download it, and to no owner whose access does not include it', async () => {
    const product = await anOldScript()
    const [premium, lapsed, lifetime, early, returned] = [
      await aReader(),
      await aReader(),
      await aReader(),
      await aReader(),
      await aReader(),
    ]
    await subscribes(premium)
    await subscribes(lapsed, 'canceled')
    await owns(lifetime, 12)
    await owns(early, product.id, addMonths(Date.now(), -3) - DAY)
    await refunded((await owns(returned, product.id)).paymentId)
    await anUpdate(product)
    await sweep()
    for (const [name, reader, count] of [
      ['premium', premium, 1],
      ['lapsed', lapsed, 0],
      ['lifetime', lifetime, 1],
      ['early', early, 0],
      ['refunded', returned, 0],
    ] as const) {
      expect(await mailsQueuedTo(reader.email, 'new-release'), name).toHaveLength(count)
      expect(await news(reader.id), name).toHaveLength(count)
      const claimant = { via: 'session', userId: reader.id } as const
      const db = openDb(env.DB)
      const key = env.LINK_SIGNING_KEY
      const file = await findDownload(db, product.id, '2.0', claimant, key, Date.now()).catch(() => null)
      expect(file !== null, name).toBe(count === 1)
    }
  })

  test('of a plan’s file is announced to the plan’s owners only, also the first; Premium is not Lifetime', async () => {
    const [premium, lifetime, nobody] = [await aReader(), await aReader(), await aReader()]
    await subscribes(premium)
    await owns(lifetime, 12)
    await env.DB.prepare(
      'UPDATE script_releases SET announced_at = NULL, published_at = ? WHERE script_id = 12',
    )
      .bind(Date.now() - 1)
      .run()
    await sweep()
    expect(await mailsQueuedTo(lifetime.email, 'new-release')).toHaveLength(1)
    for (const { email } of [premium, nobody]) expect(await mailsQueuedTo(email, 'new-%')).toEqual([])
  })

  test('that is withdrawn, scheduled, a draft, old, or of an unlisted product is announced to nobody', async () => {
    const owner = await aReader()
    const product = await anOldScript()
    await owns(owner, product.id)
    const hidden = await anOldScript()
    await owns(owner, hidden.id)
    await env.DB.prepare('UPDATE scripts SET is_deleted = 1 WHERE id = ?').bind(hidden.id).run()
    await anUpdate(hidden)
    await anUpdate(product, { version: '2.1', yankedAt: Date.now() })
    await anUpdate(product, { version: '2.2', publishedAt: Date.now() + DAY })
    await anUpdate(product, { version: '2.3', publishedAt: null })
    await anUpdate(product, { version: '2.4', publishedAt: Date.now() - 31 * DAY })
    expect(await sweep()).toBe(0)
    expect([await mailsQueuedTo(owner.email, 'new-%'), await news(owner.id)]).toEqual([[], []])
    // The scheduled release is announced once it is published.
    vi.setSystemTime(Date.now() + 2 * DAY)
    await sweep()
    expect((await mailsQueuedTo(owner.email, 'new-%')).length).toBe(1)
  })
})

describe('a large audience', () => {
  /** More accounts than one run notifies. Only their rows exist: the sweep reads nothing else. */
  async function aCrowd(count: number) {
    const prefix = unique('crowd')
    const insert = env.DB.prepare(
      `INSERT INTO users (username, username_key, email, email_key, email_identity, email_verified_at, password, referral_code, created_at, updated_at)
       VALUES (?1, ?1, ?1 || '@mail.test', ?1 || '@mail.test', ?1, 1, 'x', ?2, 1, 1)`,
    )
    const code = () => crypto.randomUUID().slice(0, 8)
    await env.DB.batch(Array.from({ length: count }, (_, at) => insert.bind(`${prefix}-${at}`, code())))
    const mails = async () =>
      (
        await env.DB.prepare('SELECT to_address FROM email_deliveries WHERE to_address LIKE ?')
          .bind(`${prefix}-%`)
          .all()
      ).results.length
    return { mails }
  }

  test('is notified in portions, a few per run, and the next run continues', async () => {
    const { bindings, sent } = withPausedQueue()
    const crowd = await aCrowd(250)
    const subscriber = await aSubscriber()
    const product = await aNewScript()
    await sweep(bindings)
    const first = await crowd.mails()
    expect(first).toBeGreaterThan(100)
    expect(first).toBeLessThanOrEqual(240)
    expect((await announced(product.release.id))?.announced_at).toBeNull()
    expect(await mailsQueuedTo(subscriber)).toEqual([])
    await sweep(bindings)
    expect(await crowd.mails()).toBe(250)
    expect(await mailsQueuedTo(subscriber)).toHaveLength(1)
    expect((await announced(product.release.id))?.announced_at).not.toBeNull()
    expect(new Set(sent.map((job) => JSON.stringify(job))).size).toBe(sent.length)
    expect(await sweep(bindings)).toBe(0)
  })

  test('is notified once, also after a crash before or after the commit, or with two sweeps at once', async () => {
    const crowd = await aCrowd(170)
    const product = await aNewScript()
    const { bindings, sent } = withPausedQueue()
    // Crash after the commit: the queue got nothing, the mails are in email_deliveries.
    const dead = {
      ...bindings,
      JOBS: {
        sendBatch: async () => {
          throw new Error('the isolate died')
        },
      } as unknown as Queue,
    }
    await expect(sweep(dead)).rejects.toThrow('died')
    const afterCrash = await crowd.mails()
    expect(afterCrash).toBeGreaterThan(0)
    // Crash before the cursor moved: the same portion runs again.
    await env.DB.prepare('UPDATE script_releases SET announce_cursor = 0 WHERE id = ?')
      .bind(product.release.id)
      .run()
    await Promise.all([sweep(bindings), sweep(bindings)])
    await Promise.all([sweep(bindings), sweep(bindings)])
    expect(await crowd.mails()).toBe(170)
    expect((await announced(product.release.id))?.announced_at).not.toBeNull()
    // The sweep of deliveries enqueues the mails that the first crash did not.
    sent.length = 0
    vi.setSystemTime(Date.now() + 6 * 60_000)
    await ring(EVERY_MINUTE, bindings)
    expect(sent.length).toBeGreaterThan(0)
  })

  test('gets no mail for an account that was deleted while the mails were written', async () => {
    const [gone, stays] = [await aReader(), await aReader()]
    const product = await anOldScript()
    for (const reader of [gone, stays]) await owns(reader, product.id)
    await anUpdate(product)
    const bindings = afterFirstBatch(withPausedQueue().bindings, () => deleted(gone.id))
    await announceReleases(bindings, openDb(bindings.DB), Date.now())
    expect([await mailsQueuedTo(gone.email), (await mailsQueuedTo(stays.email)).length]).toEqual([[], 1])
  })

  test('gets no further mails once the release is withdrawn', async () => {
    const crowd = await aCrowd(250)
    const product = await aNewScript()
    await sweep()
    const before = await crowd.mails()
    await env.DB.prepare('UPDATE script_releases SET yanked_at = 1 WHERE id = ?')
      .bind(product.release.id)
      .run()
    await sweep()
    expect(await crowd.mails()).toBe(before)
  })
})
