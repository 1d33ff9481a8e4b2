import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MINUTE } from '#shared/core/time.ts'
import type { Downloader, WithdrawalDetail } from '#shared/recalls/contract.ts'
import { openDb } from '../../db/client.ts'
import { aUser, type SignedIn } from '../../testing/clients.ts'
import { readTable } from '../../testing/csv.ts'
import { aProduct, aRelease, type MadeProduct, type MadeRelease, stockPlans } from '../../testing/products.ts'
import {
  aGuest,
  aReader,
  deleted,
  type Log,
  logDownload,
  mailsQueuedTo,
  owns,
  recalled,
} from '../../testing/readers.ts'
import { sandbox } from '../../testing/sandbox.ts'
import { unique, withPausedQueue } from '../../testing/shop.ts'
import { callAs } from '../../testing/uploads.ts'
import { noScans, planOf, watched } from '../../testing/watched.ts'
import { announceReleases } from '../announcements/announce-releases.ts'

const RELEASES = '/api/secure-management/releases'
const RECALLS = '/api/secure-management/recalls'
const NOTICE = { reason: 'It signs twice', advice: 'Revoke its approvals' }

let admin: SignedIn
let product: MadeProduct
let bad: MadeRelease

beforeAll(sandbox.calm)
beforeAll(stockPlans)
beforeAll(async () => {
  admin = await aUser({ admin: true })
})
beforeEach(async () => {
  await env.DB.prepare('UPDATE script_releases SET announced_at = 1, notified_at = 1').run()
  product = await aProduct({ name: unique('Farmer') })
  bad = product.release
})

const downloaded = (log: Log) => logDownload({ productId: product.id, releaseId: bad.id, ...log })
/** Recalls the release, and queues all mails of the notice. */
async function recall() {
  expect((await callAs(admin, 'POST', `${RELEASES}/${bad.id}/recall`, NOTICE)).status).toBe(200)
  const { bindings } = withPausedQueue()
  for (let time = 0; time < 2; time++)
    await announceReleases(bindings, openDb(bindings.DB), Date.now() + 2 * MINUTE)
}
const detailOf = (id = bad.id) => admin.get<WithdrawalDetail>(`${RECALLS}/${id}`)
const people = (query = '', id = bad.id) => admin.get<Downloader[]>(`${RECALLS}/${id}/people${query}`)
/** Sets the state of the mails to an address, as the queue and the provider's reports do. */
const mailed = (address: string, status: string, outcome: string | null = null) =>
  env.DB.prepare('UPDATE email_deliveries SET status = ?2, outcome = ?3 WHERE to_address = ?1')
    .bind(address, status, outcome)
    .run()

describe('the people of a withdrawn release', () => {
  test('are listed once each by their first download, with the state of their mails and when they saw the recall', async () => {
    const [both, late] = [await aUser(), await aReader()]
    const { paymentId } = await owns(both, product.id)
    const guest = `${unique('guest')}@mail.test`
    const guestPayment = await aGuest(product.id, guest)
    await downloaded({ userId: both.id, at: 1000 })
    await downloaded({ paymentId: guestPayment, at: 2000 })
    await downloaded({ paymentId, at: 3000 })
    await downloaded({ userId: both.id, at: 4000 })
    await downloaded({ userId: late.id, at: 5000 })
    await env.DB.prepare(
      "INSERT INTO downloads (script_id, release_id, via, emergency_link_id, created_at) VALUES (?, ?, 'emergency', 7, 6000)",
    )
      .bind(product.id, bad.id)
      .run()
    await recall()
    await mailed(both.email, 'sent', 'delivered')
    await mailed(guest, 'sent', 'bounced')
    await mailed(late.email, 'dead')
    expect((await both.post(`/api/recalls/${bad.id}/seen`)).status).toBe(200)

    const { data, nextCursor } = await people()

    expect(nextCursor).toBeNull()
    expect(
      data.map(({ user, email, firstDownloadAt }) => [user?.name ?? null, email, firstDownloadAt]),
    ).toEqual([
      [both.username, both.email, '1970-01-01T00:00:01.000Z'],
      [null, guest, '1970-01-01T00:00:02.000Z'],
      [late.username, late.email, '1970-01-01T00:00:05.000Z'],
    ])
    expect(data.map(({ mails }) => mails)).toEqual([
      [{ to: both.email, status: 'sent', outcome: 'delivered' }],
      [{ to: guest, status: 'sent', outcome: 'bounced' }],
      [{ to: late.email, status: 'dead', outcome: null }],
    ])
    expect(data.map(({ seenAt }) => seenAt)).toEqual([expect.any(String), null, null])
    const { data: detail } = await detailOf()
    expect(detail.versions).toMatchObject([
      {
        releaseId: bad.id,
        downloads: 6,
        people: 3,
        accounts: 2,
        unknown: 1,
        seen: 1,
        mails: { total: 3, waiting: 0, sent: 2, delivered: 1, bounced: 1, dead: 1 },
      },
    ])
    const file = await admin.fetch('GET', `/api/secure-management/exports/downloaders.csv?release=${bad.id}`)
    const rows = readTable(await file.text())
    expect(rows.map(({ account, order_id, email, mails }) => [account, order_id, email, mails])).toEqual([
      [both.username, String(paymentId), both.email, `${both.email} delivered`],
      ['', String(guestPayment), guest, `${guest} bounced`],
      [late.username, '', late.email, `${late.email} dead`],
    ])
    expect(rows.map(({ seen_at }) => seen_at === '')).toEqual([false, true, true])
  })

  test('keep the mail that went to an earlier address, and lose their data with their account', async () => {
    const [moved, gone] = [await aReader(), await aReader()]
    for (const { id } of [moved, gone]) await downloaded({ userId: id })
    await recall()
    const next = `${unique('next')}@mail.test`
    await env.DB.prepare('UPDATE users SET email = ?2, email_key = ?2 WHERE id = ?1')
      .bind(moved.id, next)
      .run()
    await deleted(gone.id)
    const { data } = await people()
    expect(data.map(({ user, email }) => [user, email])).toEqual([
      [{ id: moved.id, name: moved.username }, next],
      [{ id: gone.id, name: null }, null],
    ])
    expect(data[0]?.mails).toEqual([{ to: moved.email, status: 'queued', outcome: null }])
  })

  test('are on the page of their first download only, also where a later download was by a link', async () => {
    const [first, other] = [await aReader(), await aReader()]
    const { paymentId } = await owns(first, product.id)
    await downloaded({ userId: first.id })
    await downloaded({ userId: other.id })
    await downloaded({ paymentId })
    await recalled(bad.id)
    const seen: (number | undefined)[][] = []
    let query = '?limit=1'
    for (let page = 0; page < 5; page++) {
      const { data, nextCursor } = await people(query)
      seen.push(data.map(({ user }) => user?.id))
      if (nextCursor === null) break
      query = `?limit=1&cursor=${nextCursor}`
    }
    expect(seen).toEqual([[first.id], [other.id], []])
  })

  test('who are ten thousand are paged by indexes in two round trips, each once', async () => {
    const prefix = unique('crowd')
    await env.DB.batch([
      env.DB.prepare(
        `INSERT INTO users (username, username_key, email, email_key, email_identity, password, referral_code, created_at, updated_at)
          WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9999),
          crowd(name, code) AS (SELECT ?1 || '-' || i, printf('c%07d', i) FROM n)
          SELECT name, name, name || '@mail.test', name || '@mail.test', name, 'x', code, 1, 1 FROM crowd`,
      ).bind(prefix),
      env.DB.prepare(
        `INSERT INTO downloads (user_id, script_id, release_id, via, created_at)
          SELECT id, ?2, ?3, 'session', 1 FROM users WHERE username LIKE ?1 || '-%'`,
      ).bind(prefix, product.id, bad.id),
    ])
    await recalled(bad.id)
    const watch = watched()
    const watcher = admin.again(watch.bindings)
    const path = `${RECALLS}/${bad.id}`
    const ids = new Set<number>()
    let rows = 0
    let cursor: number | null = null
    for (let page = 0; page < 3; page++) {
      watch.trips = 0
      watch.statements.length = 0
      const after: string = cursor === null ? '' : `&cursor=${cursor}`
      const answer = await watcher.get<Downloader[]>(`${path}/people?limit=100${after}`)
      // The session, then the two.
      expect([answer.data.length, watch.trips]).toEqual([100, 3])
      await noScans(watch.statements)
      const plan = (await Promise.all(watch.statements.map(planOf))).flat().join('\n')
      expect(plan).toContain('USING INDEX downloads_release (release_id=? AND')
      rows += answer.data.length
      for (const { id } of answer.data) ids.add(id)
      cursor = answer.nextCursor
      expect(cursor).not.toBeNull()
    }
    expect(ids.size).toBe(rows)
    watch.trips = 0
    watch.statements.length = 0
    const detail = await watcher.get<WithdrawalDetail>(path)
    expect([detail.data.versions[0]?.people, watch.trips]).toEqual([10_000, 2])
    await noScans(watch.statements)
    const file = await admin.fetch('GET', `/api/secure-management/exports/downloaders.csv?release=${bad.id}`)
    const exported = readTable(await file.text()).map(({ account_id }) => account_id)
    expect([exported.length, new Set(exported).size]).toEqual([10_000, 10_000])
  })
})

describe('the detail of a withdrawn release', () => {
  test('does not exist while the release is published, and has no report sheet if it was only withdrawn', async () => {
    expect([(await detailOf()).status, (await people()).status]).toEqual([404, 404])
    await callAs(admin, 'POST', `${RELEASES}/${bad.id}/yank`, { reason: 'Slow' })
    const { status, data } = await detailOf()
    expect([status, data.reason, data.advice, data.report]).toEqual([200, 'Slow', null, null])
    expect(data.versions).toHaveLength(1)
    const form = { awareAt: new Date().toISOString(), note: '' }
    expect((await admin.put(`${RECALLS}/${bad.id}/report`, form)).status).toBe(409)
  })

  test('has every recalled version of the file, with the replacement of each and the entries of the public log', async () => {
    const same = await aRelease(product.id, { version: '1.2', bytes: bad.bytes })
    const elsewhere = await aProduct({ release: { bytes: bad.bytes } })
    const good = await aRelease(product.id, { version: '1.3' })
    await recall()
    const { data } = await detailOf(same.id)
    expect(data).toMatchObject({ version: '1.2', sha256: bad.sha256, size: bad.bytes.length, ...NOTICE })
    expect(data.versions.map(({ releaseId, replacement }) => [releaseId, replacement])).toEqual([
      [bad.id, good.version],
      [same.id, good.version],
      [elsewhere.release.id, null],
    ])
    expect(data.entries).toMatchObject([{ type: 'recall' }])
    expect((await mailsQueuedTo(admin.email, 'release-withdrawn')).length).toBe(0)
  })
})
