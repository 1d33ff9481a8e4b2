import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ProductDetail } from '#shared/catalogue/contract.ts'
import { DAY, HOUR, MINUTE } from '#shared/core/time.ts'
import { readArmor } from '#shared/publishers/sshsig-rules.ts'
import type { WithdrawalPreview } from '#shared/releases/contract.ts'
import { EVERY_MINUTE } from '../../cron.ts'
import { openDb } from '../../db/client.ts'
import type { Env } from '../../providers/env.ts'
import { aUser, type SignedIn, stayLoggedIn, visitor } from '../../testing/clients.ts'
import { patience, sized } from '../../testing/depth.ts'
import { readHub } from '../../testing/hubs.ts'
import { afterFirstBatch } from '../../testing/interrupted.ts'
import { FILE_LINK, filePathOf } from '../../testing/mailbox.ts'
import { mortal } from '../../testing/mortal.ts'
import { aProduct, aRelease, type MadeProduct, type MadeRelease, stockPlans } from '../../testing/products.ts'
import {
  aGuest,
  aReader,
  aReceiptOf,
  deleted,
  mailsQueuedTo,
  owns,
  type Reader,
  refunded,
  subscribes,
} from '../../testing/readers.ts'
import { sandbox } from '../../testing/sandbox.ts'
import { consume, ring, unique, withPausedQueue } from '../../testing/shop.ts'
import { aPublisher, callAs, PRODUCTS } from '../../testing/uploads.ts'
import { noScans, planOf, watched } from '../../testing/watched.ts'
import { sweepDeliveries } from '../email/sweep-deliveries.ts'
import { sweepOutbox } from '../notifications/sweep-outbox.ts'
import { announceReleases } from './announce-releases.ts'

const RELEASES = '/api/secure-management/releases'
const REASON = 'It signs twice.\nSo it pays twice.'

let admin: SignedIn
let product: MadeProduct
/** The release that is withdrawn, version 1.1. Version 1.0 is good. */
let bad: MadeRelease

beforeAll(sandbox.calm)
beforeAll(stockPlans)
beforeAll(async () => {
  admin = await aUser({ admin: true })
})
beforeEach(async () => {
  await env.DB.batch([
    env.DB.prepare('UPDATE script_releases SET announced_at = 1, notified_at = 1'),
    env.DB.prepare('UPDATE email_deliveries SET next_attempt_at = NULL'),
  ])
  product = await aProduct({ name: unique('Farmer') })
  bad = await aRelease(product.id, { version: '1.1', publishedAt: Date.now() - HOUR })
})
afterEach(() => vi.useRealTimers())

const sweep = (bindings = withPausedQueue().bindings, now = Date.now()) =>
  announceReleases(bindings, openDb(bindings.DB), now)
const withdraw = (release = bad, reason = REASON) =>
  callAs(admin, 'POST', `${RELEASES}/${release.id}/yank`, { reason })
/** Publishes a withdrawn release again: signed, and without news. */
async function publishAgain(release: MadeRelease) {
  await stayLoggedIn(admin)
  const publisher = await aPublisher()
  const { data } = await callAs(admin, 'GET', `${PRODUCTS}/${product.id}`)
  const { statement = '' } = data.releases.find(({ id }) => id === release.id) ?? {}
  await env.DB.prepare('UPDATE script_releases SET signature = ?, signed_by = ? WHERE id = ?')
    .bind(readArmor(await publisher.sign(statement)), publisher.fingerprint, release.id)
    .run()
  const answer = await callAs(admin, 'POST', `${RELEASES}/${release.id}/publish`, { silent: true })
  expect(answer.status, answer.message).toBe(200)
}
const preview = async () => (await admin.get<WithdrawalPreview>(`${RELEASES}/${bad.id}/downloaders`)).data

/** A row of the download log. */
type Log = { userId?: number; paymentId?: number; release?: MadeRelease; at?: number; via?: string }
const downloaded = ({ userId, paymentId, release = bad, at = Date.now(), via }: Log) =>
  env.DB.prepare(
    'INSERT INTO downloads (user_id, payment_id, script_id, release_id, via, emergency_link_id, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
  )
    .bind(
      userId ?? null,
      paymentId ?? null,
      product.id,
      release.id,
      via ?? (paymentId ? 'link' : 'session'),
      via === 'emergency' ? 7 : null,
      at,
    )
    .run()

/** A sent mail with an owner's link to the file. */
const aLinkTo = (to: string, holder: { paymentId: number } | { userId: number }, sentAt: number) =>
  env.DB.prepare(
    `INSERT INTO email_deliveries (key, template, to_address, data, status, queued_at, due_at, created_at, updated_at)
      VALUES (?1, 'product-link', ?2, ?3, 'sent', ?4, ?4, ?4, ?4)`,
  )
    .bind(unique('product-link'), to, JSON.stringify({ productId: product.id, holder }), sentAt)
    .run()

async function anOwner(settings: Parameters<typeof aReader>[0] = {}) {
  const owner = await aReader(settings)
  const { paymentId } = await owns(owner, product.id)
  return { ...owner, paymentId }
}

const mailsTo = async (address: string) => (await mailsQueuedTo(address, 'release-withdrawn')).length
const screensOf = async ({ id }: { id: number }) =>
  (await readHub(id)).kept.filter(
    ({ title }) => title === 'Version withdrawn' || title === 'Version recalled',
  )
const notifiedAt = async () =>
  (
    await env.DB.prepare('SELECT notified_at FROM script_releases WHERE id = ?')
      .bind(bad.id)
      .first<{ notified_at: number | null }>()
  )?.notified_at
const yankOf = async () => {
  const row = await env.DB.prepare(
    "SELECT after FROM audit_log WHERE subject = ? AND action = 'release.yank' ORDER BY id DESC",
  )
    .bind(`release:${bad.id}`)
    .first<{ after: string }>()
  return JSON.parse(row?.after ?? 'null')
}
/** A time so long after a withdrawal that the last downloads are logged. */
const later = () => Date.now() + 2 * MINUTE

/** Sends all queued mails, at a time when they are due. */
async function sendAll(sent: unknown[]) {
  vi.setSystemTime(later() + MINUTE)
  await consume(sent.splice(0))
  vi.useRealTimers()
}

describe('a withdrawn release', () => {
  test('is announced once to every account that downloaded it, with any preferences, and to no other', async () => {
    const told: Reader[] = []
    for (const settings of [{}, { verified: false }, { emailNotifications: false, promotionalEmails: false }])
      told.push(await anOwner(settings))
    const [closed, left, returned, planned] = [
      await anOwner(),
      await anOwner(),
      await anOwner(),
      await aReader(),
    ]
    await subscribes(planned)
    await refunded(returned.paymentId)
    await env.DB.batch([
      env.DB.prepare('UPDATE users SET deactivated_at = 1 WHERE id = ?').bind(closed.id),
      env.DB.prepare('UPDATE users SET deleted_at = 1 WHERE id = ?').bind(left.id),
    ])
    told.push(closed, returned, planned)
    for (const { id } of [...told, left])
      for (let time = 0; time < 2; time++) await downloaded({ userId: id })
    const [onlyBought, hasOther] = [await anOwner(), await anOwner()]
    await downloaded({ userId: hasOther.id, release: product.release })

    expect(await preview()).toEqual({ people: told.length, unreachable: 0, unknown: 0, sameFile: 0 })
    const answer = await withdraw()
    expect(answer.data.releases[0]).toMatchObject({ state: 'yanked', yankReason: REASON, notified: false })
    expect(await yankOf()).toEqual({ reason: REASON, people: told.length, unreachable: 0 })
    const { bindings, sent } = withPausedQueue()
    for (const now of [Date.now(), later(), later()]) await sweep(bindings, now)

    for (const reader of told) {
      expect([await mailsTo(reader.email), (await screensOf(reader)).length], reader.email).toEqual([1, 1])
    }
    for (const reader of [left, onlyBought, hasOther])
      expect([await mailsTo(reader.email), (await screensOf(reader)).length]).toEqual([0, 0])
    expect(await notifiedAt()).not.toBeNull()
    expect(sent).toHaveLength(told.length)

    await sendAll(sent)
    const [mail] = await sandbox.mails(told[1]?.email ?? '')
    expect(mail?.subject).toBe(`We no longer offer ${product.name} 1.1`)
    expect(mail?.text).toContain('> It signs twice.\n> So it pays twice.')
    expect(mail?.text).toContain('Install version 1.0 instead.')
    expect(mail?.text).toContain(`${env.PUBLIC_URL}/products/${product.slug}`)
    expect(mail?.text).not.toContain('nsubscribe')
    // Buyers without access are offered no download.
    const [bare] = await sandbox.mails(returned.email)
    expect(bare?.text).toContain('There is no other version for you yet.')
    expect(await screensOf(told[0] as Reader)).toMatchObject([
      {
        type: 'warning',
        message: `We no longer offer ${product.name} 1.1. Download the current version instead. Reason: ${REASON}`,
        downloadUrl: `/api/download/file/${product.id}`,
      },
    ])
  })

  test('is mailed to guest buyers at the address of their receipt, with a link to the good version', async () => {
    const [twice, other] = [`${unique('Guest')}@mail.test`, `${unique('guest')}@mail.test`]
    const payments = [
      await aGuest(product.id, twice),
      await aGuest(product.id, twice.toUpperCase()),
      await aGuest(product.id, other),
    ]
    for (const paymentId of payments.slice(0, 2)) await downloaded({ paymentId })
    // A buyer with an account had the receipt sent to another address too, and used its link there.
    const owner = await anOwner()
    const elsewhere = `${unique('elsewhere')}@mail.test`
    await aReceiptOf(owner.id, elsewhere, 'sent')
    await env.DB.prepare('UPDATE email_deliveries SET queued_at = ? WHERE to_address = ?')
      .bind(Date.now() - DAY, elsewhere)
      .run()
    await downloaded({ paymentId: owner.paymentId })
    expect((await preview()).people).toBe(3)

    await withdraw()
    const { bindings, sent } = withPausedQueue()
    await sweep(bindings, later())
    const mails = await Promise.all([twice, other, owner.email, elsewhere].map(mailsTo))
    expect(mails).toEqual([1, 0, 1, 1])
    expect(await mailsTo(twice.toUpperCase())).toBe(0)

    await sendAll(sent)
    const [mail] = await sandbox.mails(twice)
    const link = mail?.links.find((url) => url.includes(FILE_LINK)) ?? ''
    const file = await visitor().fetch('GET', filePathOf(link))
    expect([file.status, file.headers.get('x-release-version')]).toEqual([200, '1.0'])
  })

  test('offers guests the good version, also if the used link was for a refunded payment or a renewal', async () => {
    const guest = `${unique('guest')}@mail.test`
    const returned = await aGuest(product.id, guest)
    await refunded(returned)
    await downloaded({ paymentId: returned })
    await downloaded({ paymentId: await aGuest(product.id, guest) })

    const [subscriber, stand] = [`${unique('guest')}@mail.test`, await aReader()]
    const { paymentId: first } = await subscribes(stand)
    const db = env.DB
    await db.batch([
      db
        .prepare('UPDATE subscriptions SET user_id = NULL, email = ?2 WHERE user_id = ?1')
        .bind(stand.id, subscriber),
      db.prepare('UPDATE user_scripts SET user_id = NULL WHERE user_id = ?').bind(stand.id),
      db
        .prepare(
          `UPDATE payments SET user_id = NULL, email = ?2,
            subscription_id = (SELECT subscription_id FROM user_scripts WHERE payment_id = ?1) WHERE id = ?1`,
        )
        .bind(first, subscriber),
    ])
    const second = await db
      .prepare(
        `INSERT INTO payments (reference, script_id, subscription_id, email, purchase_type, payment_provider, amount_cents, original_cents, created_at, updated_at)
          SELECT ?2, script_id, subscription_id, email, purchase_type, payment_provider, amount_cents, original_cents, 1, 1 FROM payments
          WHERE id = ?1 RETURNING id`,
      )
      .bind(first, unique('ref'))
      .first<{ id: number }>()
    const renewal = second?.id ?? 0
    await aReceiptOf(null, subscriber, 'sent', renewal)
    await downloaded({ paymentId: renewal })

    await withdraw()
    const { bindings, sent } = withPausedQueue()
    await sweep(bindings, later())
    await sendAll(sent)
    for (const to of [guest, subscriber]) {
      const [mail] = await sandbox.mails(to)
      expect(mail?.text, to).toContain('Install version 1.0 instead.')
      const link = mail?.links.find((url) => url.includes(FILE_LINK)) ?? ''
      const file = await visitor().fetch('GET', filePathOf(link))
      expect([file.status, file.headers.get('x-release-version')], to).toEqual([200, '1.0'])
    }
  })

  test('is mailed to recipients of an owner’s link that was valid during a download by link', async () => {
    const [owner, given] = [await anOwner(), await aReader()]
    const friends = [unique('friend'), unique('friend'), unique('friend'), unique('friend')].map(
      (name) => `${name}@mail.test`,
    )
    const [byPayment = '', byAccount = '', expired = '', tooLate = ''] = friends
    const at = Date.now() - 2 * MINUTE
    await aLinkTo(byPayment, { paymentId: owner.paymentId }, at - DAY)
    await aLinkTo(byAccount, { userId: given.id }, at - DAY)
    await aLinkTo(expired, { paymentId: owner.paymentId }, at - 8 * DAY)
    await aLinkTo(tooLate, { paymentId: owner.paymentId }, at + MINUTE)
    await downloaded({ paymentId: owner.paymentId, at })
    await downloaded({ userId: given.id, via: 'link', at })
    await downloaded({ via: 'emergency', at })
    expect(await preview()).toEqual({ people: 4, unreachable: 0, unknown: 1, sameFile: 0 })

    await withdraw()
    const { bindings, sent } = withPausedQueue()
    const watch = watched(bindings)
    await sweep(watch.bindings, later())
    expect(await Promise.all(friends.map(mailsTo))).toEqual([1, 1, 0, 0])
    expect(await Promise.all([owner, given].map(({ email }) => mailsTo(email)))).toEqual([1, 1])
    await sendAll(sent)
    const [mail] = await sandbox.mails(byPayment)
    expect(mail?.text).toContain('a link to its file was mailed to this address')
    expect(mail?.links.some((url) => url.includes('/download'))).toBe(false)

    const statements = watch.statements.filter(({ sql }) => /downloads|script_releases/.test(sql))
    await noScans(watch.statements)
    const plans = (await Promise.all(statements.map(planOf))).flat().join('\n')
    for (const step of ['downloads_release', 'email_deliveries_product_link', 'script_releases_unnotified'])
      expect(plans).toContain(step)
  })

  test('has a preview that counts by indexes, in one round trip besides that for the session', async () => {
    const watch = watched()
    const reader = await aUser({ admin: true, bindings: watch.bindings })
    const owner = await anOwner()
    await downloaded({ userId: owner.id })
    watch.trips = 0
    expect((await reader.get<WithdrawalPreview>(`${RELEASES}/${bad.id}/downloaders`)).data.people).toBe(1)
    expect(watch.trips).toBeLessThanOrEqual(2)
    await noScans(watch.statements)
  })

  test('is not mailed to bounced or complaining addresses: a finding and a live notification replace it', async () => {
    const [bounced, complained, unsubscribed] = [await anOwner(), await anOwner(), await anOwner()]
    const mark = env.DB.prepare('INSERT INTO email_suppressions VALUES (?, ?, null, 1, null)')
    await env.DB.batch([
      mark.bind(bounced.email, 'bounced'),
      mark.bind(complained.email, 'complained'),
      mark.bind(unsubscribed.email, 'unsubscribed'),
    ])
    const all = [bounced, complained, unsubscribed]
    for (const { id } of all) await downloaded({ userId: id })
    expect(await preview()).toEqual({ people: 3, unreachable: 2, unknown: 0, sameFile: 0 })
    await withdraw()
    expect(await yankOf()).toMatchObject({ people: 3, unreachable: 2 })
    const { bindings, sent } = withPausedQueue()
    await sweep(bindings, later())
    await sendAll(sent)

    expect(await Promise.all(all.map(async ({ email }) => (await sandbox.mails(email)).length))).toEqual([
      0, 0, 1,
    ])
    expect(await Promise.all(all.map(async (one) => (await screensOf(one)).length))).toEqual([1, 1, 1])
    const { results } = await env.DB.prepare(
      `SELECT d.id, d.to_address, d.status, f.kind FROM email_deliveries d JOIN reconciliation_findings f
        ON f.subject = 'mail:' || d.id AND f.resolved_at IS NULL WHERE d.to_address IN (?, ?) ORDER BY d.id`,
    )
      .bind(bounced.email, complained.email)
      .all<{ id: number; to_address: string; status: string; kind: string }>()
    expect(results).toMatchObject(
      [bounced, complained].map(({ email }) => ({
        to_address: email,
        status: 'dead',
        kind: 'needs-attention',
      })),
    )
    // An admin sends the mail anyway.
    const again = `/api/secure-management/email-deliveries/${results[1]?.id}/retry`
    expect((await callAs(admin, 'POST', again, {})).status).toBe(200)
    const { key = '' } = (await mailsQueuedTo(complained.email))[0] ?? {}
    await consume([{ type: 'send-email', deliveryKey: key }])
    expect(await sandbox.mails(complained.email)).toHaveLength(1)
  })

  test('is announced once for two clicks at once, and again if it is published and withdrawn again', async () => {
    const owner = await anOwner()
    await downloaded({ userId: owner.id })
    const presses = await Promise.all([withdraw(), withdraw()])
    expect(presses.map(({ status }) => status).sort()).toEqual([200, 409])
    await sweep(undefined, later())
    expect((await withdraw()).status).toBe(409)
    await sweep(undefined, later())
    expect(await mailsTo(owner.email)).toBe(1)

    vi.setSystemTime(Date.now() + HOUR)
    await publishAgain(bad)
    await withdraw(bad, 'Still signs twice')
    await sweep(undefined, later())
    expect([await mailsTo(owner.email), (await screensOf(owner)).length]).toEqual([2, 2])
  })

  test('without downloads is announced to nobody', async () => {
    const owner = await anOwner()
    expect(await preview()).toEqual({ people: 0, unreachable: 0, unknown: 0, sameFile: 0 })
    await withdraw()
    expect(await yankOf()).toEqual({ reason: REASON, people: 0, unreachable: 0 })
    const { bindings, sent } = withPausedQueue()
    // Until the last downloads are logged the withdrawal has nothing to do, and it does not delay announcements.
    expect(await sweep(bindings)).toBe(0)
    for (let time = 0; time < 2; time++) await sweep(bindings, later())
    expect([await mailsTo(owner.email), sent]).toEqual([0, []])
    expect(await notifiedAt()).not.toBeNull()
  })

  test('is announced to a buyer whose download was under way and is logged after the first run', async () => {
    const [early, late] = [await anOwner(), await anOwner()]
    await downloaded({ userId: early.id })
    await withdraw()
    await sweep()
    expect([await mailsTo(early.email), await notifiedAt()]).toEqual([1, null])
    await downloaded({ userId: late.id })
    await sweep(undefined, later())
    expect(await mailsTo(late.email)).toBe(1)
  })

  test('is not announced to an account that was deleted while the mail was written', async () => {
    const [owner, friend] = [await anOwner(), await anOwner()]
    for (const { id } of [owner, friend]) await downloaded({ userId: id })
    await withdraw()
    const { bindings } = withPausedQueue()
    await sweep(
      afterFirstBatch(bindings, () => deleted(owner.id)),
      later(),
    )
    expect([await mailsTo(owner.email), await mailsTo(friend.email)]).toEqual([0, 1])
  })

  test('that is published again is announced to no further buyers', async () => {
    const [first, second] = [await anOwner(), await anOwner()]
    await downloaded({ userId: first.id })
    await withdraw()
    await sweep()
    await downloaded({ userId: second.id })
    await publishAgain(bad)
    await sweep(undefined, later())
    expect(await Promise.all([first, second].map(({ email }) => mailsTo(email)))).toEqual([1, 0])
  })

  test('is withdrawn with a reason in plain text of at most 500 characters', async () => {
    for (const reason of ['', ' \n', 'x'.repeat(501), 'turned\u0007', 7])
      expect((await callAs(admin, 'POST', `${RELEASES}/${bad.id}/yank`, { reason })).status).toBe(400)
    expect((await withdraw(bad, `${'x'.repeat(250)}\r\n${'y'.repeat(248)}`)).status).toBe(200)
  })
})

describe('a recalled release', () => {
  const ADVICE = 'Revoke its approvals.'
  const recall = (release = bad, notice: object = { reason: REASON, advice: ADVICE }) =>
    callAs(admin, 'POST', `${RELEASES}/${release.id}/recall`, notice)

  test('is told at once, with what to do, to everyone who downloaded the file under any version', async () => {
    const [owner, other] = [await anOwner(), await anOwner()]
    const same = await aRelease(product.id, { version: '1.2', publishedAt: Date.now() - HOUR })
    await env.DB.prepare('UPDATE script_releases SET sha256 = ? WHERE id IN (?, ?)')
      .bind(crypto.randomUUID().replaceAll('-', '').repeat(2), bad.id, same.id)
      .run()
    await downloaded({ userId: owner.id })
    await downloaded({ userId: other.id, release: same })
    expect(await preview()).toMatchObject({ people: 1, sameFile: 1 })

    const answer = await recall()

    expect(answer.status, answer.message).toBe(200)
    expect(answer.data.releases.map(({ version, recallAdvice }) => [version, recallAdvice])).toEqual([
      ['1.2', ADVICE],
      ['1.1', ADVICE],
      ['1.0', null],
    ])
    const { bindings, sent } = withPausedQueue()
    await consume([{ type: 'notify-downloaders' }], {}, bindings)
    for (const reader of [owner, other]) {
      expect([await mailsTo(reader.email), (await screensOf(reader)).length]).toEqual([1, 1])
      expect((await screensOf(reader))[0]).toMatchObject({
        title: 'Version recalled',
        message: expect.stringContaining(`What to do: ${ADVICE}`),
      })
    }
    await sendAll(sent)
    const [mail] = await sandbox.mails(owner.email)
    expect(mail?.subject).toBe(`Do not run ${product.name} 1.1`)
    expect(mail?.text).toContain(`> ${ADVICE}`)
    for (let time = 0; time < 2; time++) await sweep(bindings, later())
    expect(await mailsTo(owner.email)).toBe(1)
    const page = await visitor().get<ProductDetail>(`/api/products/${product.slug}`)
    expect(page.data.recalled.map(({ version, reason }) => [version, reason])).toEqual([
      ['1.2', REASON],
      ['1.1', REASON],
    ])
    expect(page.data.fileVersion).toBe('1.0')
  })

  test('is recalled also where it is withdrawn at the same moment', async () => {
    const yanked = callAs(admin, 'POST', `${RELEASES}/${bad.id}/yank`, { reason: 'It is slow' })
    const [withdrawal, recalled] = await Promise.all([yanked, recall()])
    expect([200, 409]).toContain(withdrawal.status)
    expect(recalled.status).toBe(200)
  })

  test('stays recalled: neither it nor another release of its file can be published', async () => {
    await recall()
    expect((await recall()).status).toBe(409)
    expect((await withdraw()).status).toBe(409)
    const draft = await aRelease(product.id, { version: '1.3', publishedAt: null })
    await env.DB.prepare(
      'UPDATE script_releases SET sha256 = (SELECT sha256 FROM script_releases WHERE id = ?) WHERE id = ?',
    )
      .bind(bad.id, draft.id)
      .run()
    for (const { id } of [bad, draft]) {
      const answer = await callAs(admin, 'POST', `${RELEASES}/${id}/publish`, { silent: true })
      expect([answer.status, answer.message]).toEqual([409, expect.stringContaining('was recalled')])
    }
    expect((await recall(draft)).status).toBe(409)
  })

  test('is told also to those who were told of its withdrawal, and stands in the public log', async () => {
    const owner = await anOwner()
    await downloaded({ userId: owner.id })
    await withdraw()
    await sweep(undefined, later())
    vi.setSystemTime(Date.now() + HOUR)
    await stayLoggedIn(admin)
    expect((await recall()).status).toBe(200)
    await sweep(undefined, later())
    expect([await mailsTo(owner.email), (await screensOf(owner)).length]).toEqual([2, 2])
    const row = await env.DB.prepare('SELECT entry FROM log_entries ORDER BY idx DESC LIMIT 1').first<{
      entry: string
    }>()
    expect(JSON.parse(row?.entry ?? '')).toMatchObject({ type: 'recall', reason: REASON, advice: ADVICE })
  })

  test('stays recalled where a restored database has lost the release', async () => {
    await recall()
    const { sha256 } = bad
    const draft = await aRelease(product.id, { version: '1.3', publishedAt: null })
    await env.DB.batch([
      env.DB.prepare('UPDATE script_releases SET recall_advice = NULL, sha256 = ?2 WHERE id = ?1').bind(
        bad.id,
        'e'.repeat(64),
      ),
      env.DB.prepare('UPDATE script_releases SET sha256 = ?2 WHERE id = ?1').bind(draft.id, sha256),
    ])
    const answer = await callAs(admin, 'POST', `${RELEASES}/${draft.id}/publish`, { silent: true })
    expect([answer.status, answer.message]).toEqual([409, expect.stringContaining('was recalled')])
  })

  test('needs a reason and what to do', async () => {
    for (const notice of [{ reason: REASON }, { advice: ADVICE }, { reason: REASON, advice: ' ' }])
      expect((await recall(bad, notice)).status).toBe(400)
  })
})

describe('a withdrawal of many', () => {
  /** Accounts that downloaded the release. Only their rows exist. */
  async function aCrowd(count: number) {
    const prefix = unique('crowd')
    await env.DB.prepare(
      `INSERT INTO users (username, username_key, email, email_key, email_identity, password, referral_code, created_at, updated_at)
        WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ?2 - 1),
        crowd(name, code) AS (SELECT ?1 || '-' || i, substr(hex(randomblob(8)), 1, 8) FROM n)
        SELECT name, name, name || '@mail.test', name || '@mail.test', name, 'x', code, 1, 1 FROM crowd`,
    )
      .bind(prefix, count)
      .run()
    await env.DB.prepare(
      `INSERT INTO downloads (user_id, script_id, release_id, via, created_at)
        SELECT id, ?2, ?3, 'session', 1 FROM users WHERE username LIKE ?1 || '-%'`,
    )
      .bind(prefix, product.id, bad.id)
      .run()
    return async () =>
      (
        await env.DB.prepare("SELECT 1 FROM email_deliveries WHERE to_address LIKE ? || '-%'")
          .bind(prefix)
          .all()
      ).results.length
  }

  test('is announced in portions, a few in each run, before any new release', async () => {
    const mails = await aCrowd(170)
    expect((await preview()).people).toBe(170)
    const reader = await aReader()
    await aProduct({ release: { unannounced: true } })
    await withdraw()
    const { bindings, sent } = withPausedQueue()
    await sweep(bindings, later())
    expect([await mails(), await notifiedAt(), (await mailsQueuedTo(reader.email)).length]).toEqual([
      150,
      null,
      0,
    ])
    await sweep(bindings, later())
    expect(await mails()).toBe(170)
    expect(await notifiedAt()).not.toBeNull()
    expect(new Set(sent.map((job) => JSON.stringify(job))).size).toBe(sent.length)
  })

  test('is told to all at once by the queue, which goes on until nobody is left', {
    timeout: patience(30_000),
  }, async () => {
    const count = sized(560, 10_000)
    const mails = await aCrowd(count)
    await withdraw()
    const { bindings: held, sent } = withPausedQueue()
    // Each hub has open files, of which one process has too few for this crowd.
    const pushed: string[] = []
    const hubs = { getByName: () => ({ push: async (key: string) => void pushed.push(key) }) }
    const bindings = { ...held, USER_HUB: hubs as unknown as Env['USER_HUB'] }
    const job = { type: 'notify-downloaders' }
    const takeNext = () => {
      const place = sent.findIndex((one) => (one as typeof job).type === job.type)
      return place >= 0 && sent.splice(place, 1).length > 0
    }
    const after: number[] = []
    do {
      await consume([job], {}, bindings)
      after.push(await mails())
    } while (takeNext())
    expect([after[0], after.at(-1), after.length]).toEqual([500, count, Math.floor(count / 500) + 1])
    expect(new Set(sent.map((one) => JSON.stringify(one))).size).toBe(count)
    expect([pushed.length, new Set(pushed).size]).toEqual([count, count])
  })

  test('reaches in the first run a buyer who comes after a thousand downloads of another buyer', async () => {
    const [eager, next] = [await anOwner(), await anOwner()]
    await env.DB.prepare(
      `INSERT INTO downloads (user_id, script_id, release_id, via, range, created_at)
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
        SELECT ?, ?, ?, 'session', 'bytes=' || i || '-', 1 FROM n`,
    )
      .bind(eager.id, product.id, bad.id)
      .run()
    await downloaded({ userId: next.id })
    await withdraw()
    await sweep(undefined, later())
    expect([await mailsTo(eager.email), await mailsTo(next.email)]).toEqual([1, 1])
    expect(await notifiedAt()).not.toBeNull()
  })

  test('is announced to each buyer once, with any number of downloads', async () => {
    const mails = await aCrowd(60)
    await env.DB.prepare(
      `INSERT INTO downloads (user_id, script_id, release_id, via, created_at)
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9)
        SELECT d.user_id, d.script_id, d.release_id, 'session', i FROM n, downloads d WHERE d.release_id = ? ORDER BY i, d.id`,
    )
      .bind(bad.id)
      .run()
    await withdraw()
    const { bindings, sent } = withPausedQueue()
    await sweep(bindings, later())
    expect([await mails(), sent.length]).toEqual([60, 60])
    expect(await notifiedAt()).not.toBeNull()
  })

  test('notifies everyone exactly once, at whichever call it crashes', async () => {
    const { bindings: held, sent } = withPausedQueue()
    let last = 0
    for (let lived = false; !lived; last++) {
      const [owner, guest] = [await anOwner(), `${unique('guest')}@mail.test`]
      bad = await aRelease(product.id, { version: `2.${last}`, publishedAt: Date.now() - HOUR })
      await downloaded({ userId: owner.id })
      await downloaded({ paymentId: await aGuest(product.id, guest) })
      await withdraw()
      lived = await sweep(mortal(held, last).bindings, later()).then(
        () => true,
        () => false,
      )
      for (let time = 0; time < 2; time++) {
        await Promise.all([sweep(held, later()), sweep(held, later())])
        await sweepOutbox(held, openDb(env.DB), later() + HOUR)
        await sweepDeliveries(held, openDb(env.DB), later() + HOUR)
      }
      const found = [await mailsTo(owner.email), await mailsTo(guest), (await screensOf(owner)).length]
      expect(found, `call ${last}`).toEqual([1, 1, 1])
      await sendAll(sent)
      for (const to of [owner.email, guest]) expect(await sandbox.mails(to), `call ${last}`).toHaveLength(1)
    }
  })

  test('is announced by the cron job that runs every minute', async () => {
    const owner = await anOwner()
    await downloaded({ userId: owner.id })
    await withdraw()
    const { bindings } = withPausedQueue()
    await ring(EVERY_MINUTE, bindings)
    expect(await mailsTo(owner.email)).toBe(1)
  })
})
