import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { HOUR, MINUTE } from '#shared/core/time.ts'
import type { EmergencyFile, EmergencyLink } from '#shared/emergency/contract.ts'
import { aUser, visitor } from '../../testing/clients.ts'
import { stopClock } from '../../testing/clock.ts'
import { aProduct, aRelease, type MadeRelease, stockPlans } from '../../testing/products.ts'
import { sandbox } from '../../testing/sandbox.ts'
import { signDownloadLink } from '../email/download-link.ts'
import { signEmergencyKey } from './emergency-key.ts'

let release: MadeRelease
beforeAll(sandbox.calm)
beforeAll(stockPlans)
beforeAll(async () => {
  release = await aRelease(2, { version: '1.1', publishedAt: Date.now() - MINUTE, fileName: 'premium.zip' })
})
afterEach(() => vi.useRealTimers())

const LINKS = '/api/secure-management/emergency-links'
type Issued = { link: EmergencyLink; url: string }

let network = 0
/** A new IP address for each visitor: rate limits count by address. */
const anIp = () => {
  network += 1
  return `198.51.${Math.floor(network / 250)}.${(network % 250) + 1}`
}

async function aLink(input: object = {}) {
  const admin = await aUser({ admin: true })
  const issued = await admin.post<Issued>(LINKS, { reason: 'A lost account', ...input })
  expect(issued.status, issued.text).toBe(201)
  const key = new URL(issued.data.url).hash.replace('#special_key=', '')
  const usesLeft = async () => (await check(key, anIp())).data?.remainingUses ?? 0
  const revoke = () => admin.post(`${LINKS}/${issued.data.link.id}/revoke`)
  return { admin, key, id: issued.data.link.id, url: issued.data.url, usesLeft, revoke }
}

const check = (key: string, ip = anIp()) =>
  visitor().post<EmergencyFile>('/api/emergency/check', { special_key: key }, { 'cf-connecting-ip': ip })

const file = (key: string, ip = anIp(), headers = {}, productId = 2, method = 'GET') =>
  visitor().fetch(method, `/api/download/file/${productId}?emergency=true&special_key=${key}`, {
    'cf-connecting-ip': ip,
    ...headers,
  })
const statusOf = async (key: string, ip = anIp(), headers = {}) => {
  const { status, body } = await file(key, ip, headers)
  await body?.cancel()
  return status
}

const logOf = async (id: number) =>
  (
    await env.DB.prepare(
      'SELECT via, user_id, payment_id, script_id, release_id, range, ip FROM downloads WHERE emergency_link_id = ? ORDER BY id',
    )
      .bind(id)
      .all()
  ).results

describe('an emergency link', () => {
  test('gives its page an address without the key, which works once and for a minute, and counts one use', async () => {
    const { key, id, usesLeft } = await aLink({ maxUses: 2 })
    const open = async (special_key = key) => {
      const opened = await visitor().post<{ url: string }>(
        '/api/emergency/open',
        { special_key },
        { 'cf-connecting-ip': anIp() },
      )
      return { status: opened.status, value: opened.data?.url?.split('special_key=')[1] ?? '' }
    }
    const { value } = await open()
    expect(value).toMatch(/^[\w-]{43}$/)
    expect(await usesLeft()).toBe(2)
    const all = await Promise.all([1, 2, 3, 4].map(() => statusOf(value)))
    expect(all.sort()).toEqual([200, 403, 403, 403])
    expect(await usesLeft()).toBe(1)
    expect(await logOf(id)).toHaveLength(1)

    const from = Date.now()
    stopClock(from)
    const late = await open()
    stopClock(from + MINUTE)
    expect(await statusOf(late.value)).toBe(403)
    expect((await open(`${key}x`)).status).toBe(403)
    expect(await usesLeft()).toBe(1)
  })

  test('downloads the file of Premium without an account, counts a use and is in the log', async () => {
    const { key, id, url, usesLeft } = await aLink({ maxUses: 2 })
    expect(url).toBe(`http://shop.test/emergency-recovery/2#special_key=${key}`)
    const checked = await check(key)
    expect(checked.data).toEqual({
      productId: 2,
      productName: expect.any(String),
      resumes: false,
      remainingUses: 2,
      fileName: 'premium.zip',
      version: release.version,
      sha256: release.sha256,
      fileSize: release.bytes.length,
      expiresAt: expect.any(String),
    })
    const ip = anIp()
    const got = await file(key, ip)
    expect([got.status, got.headers.get('content-disposition')]).toEqual([
      200,
      `attachment; filename="premium.zip"; filename*=UTF-8''premium.zip`,
    ])
    expect(new Uint8Array(await got.arrayBuffer())).toEqual(release.bytes)
    expect(await usesLeft()).toBe(1)
    expect(await logOf(id)).toEqual([
      {
        via: 'emergency',
        user_id: null,
        payment_id: null,
        script_id: 2,
        release_id: release.id,
        range: null,
        ip,
      },
    ])
  })

  test('loses no use to a check, a HEAD request, a matching ETag or a range beyond the file', async () => {
    const { key, id, usesLeft } = await aLink({ maxUses: 1 })
    for (let times = 0; times < 3; times++) expect((await check(key)).status).toBe(200)
    const head = await file(key, anIp(), {}, 2, 'HEAD')
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(release.bytes.length)])
    expect(await statusOf(key, anIp(), { 'if-none-match': `"${release.sha256}"` })).toBe(304)
    expect(await statusOf(key, anIp(), { range: `bytes=${release.bytes.length}-` })).toBe(416)
    expect(await usesLeft()).toBe(1)
    expect(await logOf(id)).toEqual([])
  })

  test('resumes an interrupted download from the same address within the hour, even after the last use', async () => {
    const { key, id } = await aLink({ maxUses: 1 })
    const ip = anIp()
    expect(await statusOf(key, ip)).toBe(200)
    expect((await check(key, ip)).data).toMatchObject({ remainingUses: 0, resumes: true })
    expect(await statusOf(key, ip, { range: 'bytes=10-' })).toBe(206)
    expect(await statusOf(key, ip)).toBe(200)
    const other = await file(key)
    expect([other.status, await other.json()]).toEqual([
      410,
      { success: false, message: expect.stringContaining('has been used up') },
    ])
    expect((await check(key)).status).toBe(410)
    expect(await logOf(id)).toHaveLength(3)
    vi.setSystemTime(Date.now() + HOUR + MINUTE)
    expect(await statusOf(key, ip)).toBe(410)
  })

  // spec: emergency-download
  test('with three uses serves three of twenty simultaneous visitors', async () => {
    const { key, id } = await aLink({ maxUses: 3 })
    const statuses = await Promise.all(Array.from({ length: 20 }, () => statusOf(key)))
    expect(statuses.filter((status) => status === 200)).toHaveLength(3)
    expect(statuses.filter((status) => status === 410)).toHaveLength(17)
    expect(await logOf(id)).toHaveLength(3)
  })

  test('counts ten simultaneous requests from one address as one use', async () => {
    const { key, usesLeft } = await aLink({ maxUses: 2 })
    const ip = anIp()
    const statuses = await Promise.all(Array.from({ length: 10 }, () => statusOf(key, ip)))
    expect(statuses).toEqual(Array(10).fill(200))
    expect(await usesLeft()).toBe(1)
  })

  test('that is revoked or expired downloads nothing, even where a download could be resumed', async () => {
    const { key, revoke } = await aLink()
    const ip = anIp()
    expect(await statusOf(key, ip)).toBe(200)
    expect((await revoke()).status).toBe(200)
    for (const answer of [await check(key, ip), await (await file(key, ip)).json<{ message: string }>()])
      expect(answer.message).toBe('This emergency link was revoked. Ask support for a new one.')
    expect((await revoke()).status).toBe(409)
    const old = await aLink({ expiresInHours: 1 })
    expect(await statusOf(old.key)).toBe(200)
    vi.setSystemTime(Date.now() + HOUR)
    expect((await check(old.key)).message).toBe('This emergency link has expired. Ask support for a new one.')
    expect(await statusOf(old.key)).toBe(410)
  })

  // spec: emergency-download
  test('with any kind of invalid key gets the same refusal and downloads nothing', async () => {
    const { key, id } = await aLink()
    const other = await aProduct()
    const [body = '', signature = ''] = [key.slice(0, key.lastIndexOf('.')), key.slice(key.lastIndexOf('.'))]
    const keys = {
      none: '',
      nonsense: 'made-up',
      altered: `${body}1${signature}`,
      unknown: await signEmergencyKey({ id: id + 1, productId: 2 }, env.LINK_SIGNING_KEY),
      foreign: await signEmergencyKey({ id, productId: 2 }, 'another secret of at least 32 characters'),
      otherProduct: await signEmergencyKey({ id, productId: other.id }, env.LINK_SIGNING_KEY),
      otherPurpose: await signDownloadLink(
        { paymentId: id, productId: 2, version: '1.0', expiresAt: Date.now() + HOUR },
        env.LINK_SIGNING_KEY,
      ),
    }
    const answers = new Set<string>()
    for (const [name, wrong] of Object.entries(keys)) {
      const [asked, opened] = [await check(wrong), await file(wrong)]
      expect([asked.status, opened.status], name).toEqual([403, 403])
      answers.add(asked.text).add(await opened.text())
    }
    expect(answers.size).toBe(1)
    // A key opens no other product, whether it is signed for that product or not.
    for (const wrong of [key, keys.otherProduct])
      expect((await file(wrong, anIp(), {}, other.id)).status).toBe(403)
    // Without `emergency=true` the request is an ordinary download, which needs access.
    const plain = await visitor().fetch('GET', `/api/download/file/2?special_key=${key}`)
    expect(plain.status).toBe(401)
    expect(await logOf(id)).toEqual([])
  })

  test('allows 60 checks in a row from one address, so that no key can be guessed', async () => {
    stopClock()
    const ip = anIp()
    const statuses: number[] = []
    for (let times = 0; times < 61; times++) statuses.push((await check('made-up', ip)).status)
    expect(statuses.slice(0, 60)).toEqual(Array(60).fill(403))
    expect(statuses[60]).toBe(429)
    expect(await statusOf('made-up', ip)).toBe(429)
  })
})

describe('the admin’s emergency links', () => {
  test('have the specified limits and defaults, and the audit log has the admin and the reason', async () => {
    const { admin, id } = await aLink()
    const { data } = await admin.get<EmergencyLink[]>(LINKS)
    const issued = data.find((link) => link.id === id)
    expect(issued).toMatchObject({
      productId: 2,
      reason: 'A lost account',
      state: 'active',
      uses: 0,
      maxUses: 3,
      issuedBy: admin.id,
    })
    const life = Date.parse(issued?.expiresAt ?? '') - Date.parse(issued?.createdAt ?? '')
    expect(life).toBe(24 * HOUR)
    for (const wrong of [
      { reason: ' ' },
      { reason: 'x'.repeat(301) },
      { maxUses: 0 },
      { maxUses: 11 },
      { maxUses: 1.5 },
      { expiresInHours: 0 },
      { expiresInHours: 169 },
    ])
      expect((await admin.post(LINKS, { reason: 'A reason', ...wrong })).status).toBe(400)
    expect((await admin.post(`${LINKS}/987654/revoke`)).status).toBe(404)
    expect((await admin.post(`${LINKS}/${id}/revoke`)).message).toBe('Emergency link revoked')
    const log = await env.DB.prepare(
      'SELECT actor_id, action, before, after FROM audit_log WHERE subject = ? ORDER BY id',
    )
      .bind(`emergency:${id}`)
      .all<{ before: string; after: string }>()
    expect(log.results.map(({ before, after, ...row }) => [row, JSON.parse(after ?? before)])).toEqual([
      [
        { actor_id: admin.id, action: 'emergency.issue' },
        { productId: 2, reason: 'A lost account', maxUses: 3, expiresInHours: 24 },
      ],
      [
        { actor_id: admin.id, action: 'emergency.revoke' },
        { reason: 'A lost account', uses: 0, maxUses: 3 },
      ],
    ])
  })

  test('are listed newest first, page by page, each with its state; the key is neither stored nor listed', async () => {
    const { admin, key, id } = await aLink({ maxUses: 1 })
    await statusOf(key)
    const next = await admin.post<Issued>(LINKS, { reason: 'Another' })
    await admin.post(`${LINKS}/${next.data.link.id}/revoke`)
    const first = await admin.get<EmergencyLink[]>(`${LINKS}?limit=1`)
    const second = await admin.get<EmergencyLink[]>(`${LINKS}?limit=1&cursor=${first.nextCursor}`)
    expect([first, second].map(({ data: [link] }) => [link?.id, link?.state])).toEqual([
      [next.data.link.id, 'revoked'],
      [id, 'used-up'],
    ])
    const dump = await env.DB.prepare('SELECT * FROM emergency_links WHERE id = ?').bind(id).first()
    expect(JSON.stringify([dump, first.text, second.text])).not.toContain(key.split('.').at(-1))
  })

  test('cannot be issued while the product has no file', async () => {
    const admin = await aUser({ admin: true })
    await env.DB.prepare('UPDATE script_releases SET yanked_at = 1 WHERE script_id = 2').run()
    const refused = await admin.post(LINKS, { reason: 'A reason' })
    await env.DB.prepare('UPDATE script_releases SET yanked_at = null WHERE script_id = 2').run()
    expect([refused.status, refused.message]).toEqual([422, expect.stringContaining('has no published file')])
  })
})
