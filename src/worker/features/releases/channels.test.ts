import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Channel, MyProduct } from '#shared/access/contract.ts'
import type { ChangelogEntry, ProductDetail } from '#shared/catalogue/contract.ts'
import { addMonths, DAY, MINUTE } from '#shared/core/time.ts'
import { EVERY_MINUTE } from '../../cron.ts'
import { commit, openDb } from '../../db/client.ts'
import { acquireLease, releaseLease } from '../../db/job-lease.ts'
import { aUser, type Client, type SignedIn, stayLoggedIn, visitor } from '../../testing/clients.ts'
import { stopClock } from '../../testing/clock.ts'
import { aProduct, aRelease, type MadeProduct } from '../../testing/products.ts'
import { bought } from '../../testing/purchases.ts'
import { mailsQueuedTo } from '../../testing/readers.ts'
import { sandbox } from '../../testing/sandbox.ts'
import { ring } from '../../testing/shop.ts'
import { callAs, sendFile, signDraft } from '../../testing/uploads.ts'
import { aScriptZip } from '../../testing/zips.ts'
import { findUnannounced } from '../announcements/store.ts'
import { markAnnounced, moveCursor } from '../announcements/writes.ts'
import { LINK_LIFETIME_MS, signDownloadLink } from '../email/download-link.ts'

const RELEASES = '/api/secure-management/releases'
const betaZip = aScriptZip('print("beta")\n')

let admin: SignedIn
let tester: SignedIn
let other: SignedIn
let product: MadeProduct

beforeEach(async () => {
  // Each publication is mailed to all admins: those of earlier tests would fill the mail queue.
  await env.DB.prepare('UPDATE users SET is_admin = 0 WHERE is_admin = 1').run()
  await sandbox.calm()
  await env.DB.prepare('UPDATE script_releases SET announced_at = 1 WHERE announced_at IS NULL').run()
  admin = await aUser({ admin: true })
  product = await aProduct()
  ;[tester, other] = [await anOwner(), await anOwner()]
  await choose(tester, 'beta')
})

async function anOwner() {
  const user = await aUser()
  await env.DB.prepare('UPDATE users SET email_verified_at = 1 WHERE id = ?').bind(user.id).run()
  await bought(user, product.id)
  return user
}

const choose = (who: SignedIn, channel: Channel) =>
  who.fetch(
    'PUT',
    `/api/products/${product.id}/channel`,
    { 'content-type': 'application/json' },
    JSON.stringify({ channel }),
  )

const versionFor = async (who: SignedIn, query = '') => {
  const response = await who.fetch('GET', `/api/download/file/${product.id}${query}`)
  await response.arrayBuffer()
  return response.headers.get('x-release-version') ?? response.status
}
const shownTo = async (who: SignedIn) =>
  (await who.get<MyProduct[]>('/api/my-products')).data.find(({ id }) => id === product.id)
const page = async () => (await visitor().get<ProductDetail>(`/api/products/${product.id}`)).data

/** Uploads, signs and publishes. Returns the release's id. */
async function publish(version: string, fields: Record<string, string> = {}, bytes = betaZip) {
  const sent = await sendFile(admin, product.id, bytes, { fields: { version, ...fields } })
  const id = sent.data.releases.find((one) => one.version === version)?.id ?? 0
  await signDraft(admin, product.id, id)
  expect((await callAs(admin, 'POST', `${RELEASES}/${id}/publish`)).status).toBe(200)
  return id
}
const promote = (id: number, body?: unknown) => callAs(admin, 'POST', `${RELEASES}/${id}/promote`, body)

const entriesOf = async (id: number) =>
  (
    await env.DB.prepare(
      `SELECT l.entry FROM log_entries l JOIN script_releases r ON r.sha256 = l.sha256 AND r.version = l.entry ->> '$.version'
          AND r.script_id = l.entry ->> '$.product.id' WHERE r.id = ? ORDER BY l.idx`,
    )
      .bind(id)
      .all<{ entry: string }>()
  ).results.map(({ entry }) => JSON.parse(entry) as { type: string; channel?: string; signature: string })

const mailsAbout = async (id: number) =>
  (
    await env.DB.prepare(
      `SELECT user_id, template FROM email_deliveries WHERE key LIKE 'release:' || ? || ':%' ORDER BY user_id`,
    )
      .bind(String(id))
      .all<{ user_id: number; template: string }>()
  ).results

describe('a beta version', () => {
  test('goes to owners who chose it, and everyone else gets and sees the stable release', async () => {
    await publish('2.0', { isBeta: 'true' })
    expect(await versionFor(tester)).toBe('2.0')
    expect(await versionFor(other)).toBe('1.0')
    expect(await shownTo(tester)).toMatchObject({ fileVersion: '2.0', channel: 'beta', isBeta: true })
    expect(await shownTo(other)).toMatchObject({ fileVersion: '1.0', channel: 'stable', isBeta: false })
    const { fileVersion, releases, releaseCount, beta } = await page()
    expect([fileVersion, releases.map(({ version }) => version), releaseCount]).toEqual(['1.0', ['1.0'], 1])
    expect(beta).toMatchObject({ version: '2.0' })
    const { data } = await visitor().get<ChangelogEntry[]>('/api/releases?limit=50')
    expect(data.filter((one) => one.product.id === product.id)).toMatchObject([
      { version: '1.0', newerBeta: '2.0' },
    ])
    expect(await (await visitor().fetch('GET', '/api/releases/feed.xml')).text()).not.toContain(
      `${product.name} 2.0`,
    )
  })

  test('is left for the newest stable release, and an owner who chose beta gets a newer stable one', async () => {
    await publish('2.0', { isBeta: 'true' })
    await choose(tester, 'stable')
    expect(await versionFor(tester)).toBe('1.0')
    await choose(tester, 'beta')
    await publish('2.1', {}, aScriptZip('print("newer")\n'))
    expect([await versionFor(tester), await versionFor(other)]).toEqual(['2.1', '2.1'])
    expect((await page()).beta).toBeNull()
  })

  test('is sent to any owner who asks for its version, and not by a link to the stable one', async () => {
    await publish('2.0', { isBeta: 'true' })
    expect(await versionFor(other, '?version=2.0')).toBe('2.0')
    const { paymentId } = await bought(await aUser(), product.id)
    const expiresAt = Date.now() + LINK_LIFETIME_MS
    const token = await signDownloadLink(
      { paymentId, productId: product.id, version: '1.0', expiresAt },
      env.LINK_SIGNING_KEY,
    )
    expect(await versionFor(other, `?token=${token}`)).toBe('1.0')
    const refused = await visitor().fetch(
      'GET',
      `/api/download/file/${product.id}?token=${token}&version=2.0`,
    )
    expect(refused.status).toBe(403)
  })

  test('is not what a receipt delivers: the next buyer gets the stable one', async () => {
    await publish('2.0', { isBeta: 'true' })
    const buyer = await aUser()
    await bought(buyer, product.id)
    const [receipt] = await mailsQueuedTo(buyer.email, 'receipt')
    expect(JSON.parse(receipt?.data ?? '{}').file).toMatchObject({ version: '1.0' })
  })

  test('can be compared by any owner, before they choose it, and by nobody else', async () => {
    await publish('1.9', {}, aScriptZip('print("stable")\n'))
    await publish('2.0', { isBeta: 'true' })
    const compare = (who: Client) => who.get(`/api/products/${product.id}/compare?from=1.9&to=2.0`)
    expect((await compare(other)).status).toBe(200)
    expect((await compare(await aUser())).status).toBe(403)
  })

  test('is announced to the owners who chose it, and says in the public log that it is one', async () => {
    const id = await publish('2.0', { isBeta: 'true' })
    await ring(EVERY_MINUTE)
    expect(await mailsAbout(id)).toEqual([{ user_id: tester.id, template: 'new-release' }])
    expect(await entriesOf(id)).toMatchObject([{ type: 'publish', channel: 'beta' }])
    const stable = await publish('2.1', {}, aScriptZip('print("stable")\n'))
    expect(Object.keys((await entriesOf(stable))[0] ?? {})).not.toContain('channel')
  })

  test('is no beta version any more where the draft was changed before its publication', async () => {
    const sent = await sendFile(admin, product.id, betaZip, { fields: { version: '2.0', isBeta: 'true' } })
    const id = sent.data.releases.find((one) => one.version === '2.0')?.id ?? 0
    const changed = await callAs(admin, 'PATCH', `${RELEASES}/${id}`, { isBeta: false })
    expect(changed.data.releases[0]).toMatchObject({ version: '2.0', isBeta: false })
    await signDraft(admin, product.id, id)
    await callAs(admin, 'POST', `${RELEASES}/${id}/publish`)
    expect(await versionFor(other)).toBe('2.0')
    expect((await callAs(admin, 'PATCH', `${RELEASES}/${id}`, { isBeta: true })).status).toBe(409)
  })

  test('of a product without a stable release leaves the product without a file for everyone else', async () => {
    product = await aProduct({ release: { isBeta: true } })
    expect(await page()).toMatchObject({ fileVersion: null, releaseCount: 0, beta: { version: '1.0' } })
  })
})

describe('the choice', () => {
  test('is refused without access to the product, and for other channels', async () => {
    const stranger = await aUser()
    expect((await choose(stranger, 'beta')).status).toBe(403)
    expect((await choose(tester, 'nightly' as Channel)).status).toBe(400)
  })
})

describe('a beta version that is offered to everyone', () => {
  test('becomes the current release: same file and signature, a second entry in the log, announced to the others', async () => {
    const id = await publish('2.0', { isBeta: 'true' })
    await ring(EVERY_MINUTE)
    // A later stable release does not stay the current one.
    await publish('1.1', {}, aScriptZip('print("repair")\n'))
    const answer = await promote(id)
    expect([answer.status, answer.message]).toEqual([200, 'Offered to Everyone'])
    expect(answer.data.releases.find((one) => one.id === id)).toMatchObject({
      isCurrent: true,
      isBeta: false,
      state: 'published',
    })
    expect(await versionFor(other)).toBe('2.0')
    expect(await page()).toMatchObject({ fileVersion: '2.0', beta: null })
    const [first, second] = await entriesOf(id)
    expect(second).toMatchObject({ type: 'publish', signature: first?.signature })
    expect(second?.channel).toBeUndefined()
    await ring(EVERY_MINUTE)
    const readers = (await mailsAbout(id)).map(({ user_id }) => user_id)
    expect(readers.sort()).toEqual([tester.id, other.id].sort())
  })

  test('is included where the updates ran when the beta version was published, or run now', async () => {
    const start = Date.now()
    const purchased = async (who: SignedIn, at: number) =>
      env.DB.prepare('UPDATE user_scripts SET purchased_at = ? WHERE user_id = ?').bind(at, who.id).run()
    const id = await publish('2.0', { isBeta: 'true' })
    // The updates end an hour later.
    await purchased(tester, addMonths(start + DAY / 24, -3))
    stopClock(start + 2 * DAY)
    await stayLoggedIn(admin)
    await promote(id)
    expect((await page()).releasedAt).toBe(new Date(start + 2 * DAY).toISOString())
    expect([await versionFor(tester), await versionFor(other)]).toEqual(['2.0', '2.0'])
    // Ended before the beta version.
    await purchased(other, addMonths(start - DAY, -3) - DAY)
    expect(await versionFor(other)).toBe(403)
    vi.useRealTimers()
  })

  test('is announced from the first owner on, also where the sweep was announcing the beta version', async () => {
    const id = await publish('2.0', { isBeta: 'true' })
    const db = openDb(env.DB)
    const seen = await findUnannounced(db, Date.now())
    expect(seen).toMatchObject({ id, isBeta: true, cursor: 0 })
    await promote(id)
    if (seen) await commit(db, [moveCursor(db, seen, 1_000_000), markAnnounced(db, seen, Date.now())])
    await ring(EVERY_MINUTE)
    expect((await mailsAbout(id)).map(({ user_id }) => user_id)).toContain(other.id)
  })

  test('is reported as being offered while its entry waits for its place in the public log', async () => {
    const id = await publish('2.0', { isBeta: 'true' })
    const failing = Object.create(env.FILES) as R2Bucket
    failing.list = () => Promise.reject(new Error('R2 is down'))
    const broken = admin.again({ ...env, FILES: failing })
    const asked = await callAs(broken, 'POST', `${RELEASES}/${id}/promote`, { silent: true })
    expect([asked.status, asked.message]).toEqual([200, 'Being Offered to Everyone'])
    expect(await versionFor(other)).toBe('1.0')
    await ring(EVERY_MINUTE)
    expect(await versionFor(other)).toBe('2.0')
  })

  test('notifies nobody where it is silent', async () => {
    const id = await publish('2.0', { isBeta: 'true' })
    await promote(id, { silent: true })
    await ring(EVERY_MINUTE)
    expect(await mailsAbout(id)).toEqual([])
  })

  test('must be published and a beta version', async () => {
    const id = await publish('2.0', { isBeta: 'true' })
    await callAs(admin, 'POST', `${RELEASES}/${id}/yank`, { reason: 'It stops.' })
    expect((await promote(id)).status).toBe(409)
    expect((await promote(product.release.id)).status).toBe(409)
    await callAs(admin, 'POST', `${RELEASES}/${id}/publish`)
    expect(await versionFor(tester)).toBe('2.0')
    expect(await versionFor(other)).toBe('1.0')
    expect((await promote(id)).status).toBe(200)
    expect((await promote(id)).message).toContain('not a published beta version')
  })

  test('is refused where a security update came out after it', async () => {
    const id = await publish('2.0', { isBeta: 'true' })
    await publish('1.0.1', { isSecurityUpdate: 'true' }, aScriptZip('print("repaired")\n'))
    const refused = await promote(id)
    expect([refused.status, refused.message]).toEqual([
      409,
      expect.stringContaining('1.0.1 is a security update'),
    ])
    expect(await versionFor(other)).toBe('1.0.1')
  })

  test('is refused while a security update waits for its place in the public log', async () => {
    const id = await publish('2.0', { isBeta: 'true' })
    const lease = await acquireLease(openDb(env.DB), 'log', MINUTE, Date.now())
    if (!lease) throw new Error('The log is busy')
    await publish('1.0.1', { isSecurityUpdate: 'true' }, aScriptZip('print("repaired")\n'))
    expect(await versionFor(other)).toBe('1.0')
    const refused = await promote(id)
    expect([refused.status, refused.message]).toEqual([
      409,
      expect.stringContaining('1.0.1 is a security update'),
    ])
    await releaseLease(openDb(env.DB), lease, { completed: false }, Date.now())
    await ring(EVERY_MINUTE)
    expect(await versionFor(other)).toBe('1.0.1')
  })

  test('is refused where a security update is published at the same moment', async () => {
    const id = await publish('2.0', { isBeta: 'true' })
    const sent = await sendFile(admin, product.id, aScriptZip('print("repaired")\n'), {
      fields: { version: '1.0.1', isSecurityUpdate: 'true' },
    })
    const repair = sent.data.releases.find(({ version }) => version === '1.0.1')?.id ?? 0
    await signDraft(admin, product.id, repair)
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => promote(id, { silent: true })),
      callAs(admin, 'POST', `${RELEASES}/${repair}/publish`, { silent: true }),
      ...Array.from({ length: 4 }, () => promote(id, { silent: true })),
    ])
    expect(answers[4]?.status).toBe(200)
    await ring(EVERY_MINUTE)
    const rows = await env.DB.prepare(
      "SELECT entry ->> '$.version' AS version FROM log_entries WHERE entry ->> '$.product.id' = ? ORDER BY idx DESC LIMIT 1",
    )
      .bind(product.id)
      .first<{ version: string }>()
    expect(rows?.version).toBe('1.0.1')
  })

  test('stays withdrawn where it is withdrawn before the log has its promotion', async () => {
    const id = await publish('2.0', { isBeta: 'true' })
    const db = openDb(env.DB)
    const lease = await acquireLease(db, 'log', MINUTE, Date.now())
    if (!lease) throw new Error('The log is busy')
    expect((await promote(id)).status).toBe(200)
    // A run has read the promotion, and this withdrawal comes before its batch.
    const { results } = await env.DB.prepare('SELECT id, entry, leaf, created_at FROM log_pending').all()
    expect((await callAs(admin, 'POST', `${RELEASES}/${id}/yank`, { reason: 'It is slow' })).status).toBe(200)
    await env.DB.prepare("DELETE FROM log_pending WHERE entry ->> '$.type' = 'yank'").run()
    expect(results).toHaveLength(1)
    await releaseLease(db, lease, { completed: false }, Date.now())
    await ring(EVERY_MINUTE)
    expect(await versionFor(other)).toBe('1.0')
    expect((await page()).fileVersion).toBe('1.0')
  })

  test('needs a confirmation where it declares more than the stable release that is offered', async () => {
    const id = await publish('2.0', { isBeta: 'true' })
    const scanned = (release: number, scan: object) =>
      env.DB.prepare(
        "UPDATE release_scans SET scan = json_set(scan, '$.manifest', json(?)) WHERE release_id = ?",
      )
        .bind(JSON.stringify(scan), release)
        .run()
    const manifest = JSON.parse(
      (
        await env.DB.prepare(
          "SELECT scan ->> '$.manifest' AS manifest FROM release_scans WHERE release_id = ?",
        )
          .bind(id)
          .first<{ manifest: string }>()
      )?.manifest ?? '{}',
    )
    const riskier = { ...manifest, network: ['evil.test'] }
    await scanned(product.release.id, manifest)
    await scanned(id, riskier)
    // A later stable release is compared with the stable one too, not with the beta version.
    const sent = await sendFile(admin, product.id, aScriptZip('print("next")\n'), {
      fields: { version: '2.1' },
    })
    const next = sent.data.releases.find((one) => one.version === '2.1')?.id ?? 0
    await signDraft(admin, product.id, next)
    await scanned(next, riskier)
    expect((await callAs(admin, 'POST', `${RELEASES}/${next}/publish`)).status).toBe(409)
    const refused = await promote(id)
    expect([refused.status, refused.message]).toEqual([
      409,
      expect.stringContaining('another admin must confirm'),
    ])
    const confirmer = await aUser({ admin: true })
    await env.DB.prepare('UPDATE users SET admin_since = 1 WHERE id IN (?, ?)')
      .bind(confirmer.id, admin.id)
      .run()
    const confirmed = await callAs(confirmer, 'POST', `${RELEASES}/${id}/confirmation`, {
      reason: 'I read the whole code of it.',
    })
    expect(confirmed.status, confirmed.message).toBe(200)
    expect((await promote(id)).status).toBe(200)
  })
})

describe('a security update', () => {
  test('goes to owners whose updates ended, and its mail says what it is', async () => {
    await env.DB.prepare('UPDATE user_scripts SET purchased_at = ? WHERE user_id = ?')
      .bind(addMonths(Date.now(), -3) - 10 * DAY, other.id)
      .run()
    await env.DB.prepare('UPDATE script_releases SET published_at = ? WHERE id = ?')
      .bind(Date.now() - 200 * DAY, product.release.id)
      .run()
    const feature = await publish('2.0')
    expect(await versionFor(other)).toBe('1.0')
    const update = await publish('1.0.1', { isSecurityUpdate: 'true' }, aScriptZip('print("safe")\n'))
    expect(await versionFor(other)).toBe('1.0.1')
    expect((await other.fetch('GET', `/api/download/file/${product.id}?version=2.0`)).status).toBe(403)
    for (let run = 0; run < 4; run += 1) await ring(EVERY_MINUTE)
    expect((await mailsAbout(feature)).map(({ user_id }) => user_id)).toEqual([tester.id])
    expect((await mailsAbout(update)).map(({ user_id }) => user_id).sort()).toEqual(
      [tester.id, other.id].sort(),
    )
    const mail = await vi.waitFor(async () => {
      const mails = await sandbox.mails(other.email)
      return mails.find(({ subject }) => subject.startsWith('Security update:')) ?? expect.unreachable()
    }, 20_000)
    expect(mail?.subject).toBe(`Security update: ${product.name} 1.0.1`)
    expect(mail?.text).toContain('also after their 3 months of updates')
  })
})

test('a release for the beta channel in a list of releases is not the one that a checkout sells', async () => {
  const beta = await aRelease(product.id, { version: '9.0', isBeta: true, publishedAt: Date.now() })
  expect((await page()).sha256).not.toBe(beta.sha256)
})
