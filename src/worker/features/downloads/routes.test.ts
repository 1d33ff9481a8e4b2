import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import { DAY, HOUR } from '#shared/core/time.ts'
import { aUser, type Client, visitor } from '../../testing/clients.ts'
import { stopClock } from '../../testing/clock.ts'
import { aProduct, aRelease, type MadeProduct, stockPlans } from '../../testing/products.ts'
import { bought } from '../../testing/purchases.ts'
import { sandbox } from '../../testing/sandbox.ts'
import { LINK_LIFETIME_MS, signDownloadLink } from '../email/download-link.ts'

beforeAll(sandbox.calm)
beforeAll(stockPlans)

const BYTES = new TextEncoder().encode('0123456789abcdefghijklmnopqrstuvwxyz')
const text = new TextDecoder()

async function anOwner(release = {}) {
  const user = await aUser()
  const product = await aProduct({ release: { bytes: BYTES, ...release } })
  return { user, product, ...(await bought(user, product.id)) }
}

const path = (product: MadeProduct, query = '') => `/api/download/file/${product.id}${query}`
const get = (who: Client, product: MadeProduct, query = '', headers = {}) =>
  who.fetch('GET', path(product, query), headers)

const linkTo = (
  paymentId: number,
  productId: number,
  expiresAt = Date.now() + LINK_LIFETIME_MS,
  version = '1.0',
) => signDownloadLink({ paymentId, productId, version, expiresAt }, env.LINK_SIGNING_KEY)

const takeBack = (paymentId: number, status = 'refunded') =>
  env.DB.prepare('UPDATE user_scripts SET is_active = 0, status = ? WHERE payment_id = ?')
    .bind(status, paymentId)
    .run()

const boughtAgo = (paymentId: number, ago: number) =>
  env.DB.prepare('UPDATE user_scripts SET purchased_at = ? WHERE payment_id = ?')
    .bind(Date.now() - ago, paymentId)
    .run()

describe('the owner', () => {
  // invariant: file-byte-for-byte
  // spec: call-download
  test('gets the bytes of the release, with every header that is needed to verify them', async () => {
    const { user, product } = await anOwner({ fileName: 'farmer "1".zip', fileType: 'application/zip' })
    const response = await get(user, product)
    expect(response.status).toBe(200)
    const bytes = await response.arrayBuffer()
    const sha256 = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
    expect(sha256.toHex()).toBe(product.release.sha256)
    const header = (name: string) => response.headers.get(name)
    expect(header('x-checksum-sha256')).toBe(product.release.sha256)
    expect(header('repr-digest')).toBe(`sha-256=:${sha256.toBase64()}:`)
    expect(header('content-length')).toBe(String(BYTES.length))
    expect(header('content-type')).toBe('application/zip')
    expect(header('content-disposition')).toBe(
      `attachment; filename="farmer _1_.zip"; filename*=UTF-8''farmer%20%221%22.zip`,
    )
    expect(header('cache-control')).toBe('private, no-store')
    expect(header('x-content-type-options')).toBe('nosniff')
    expect(header('x-release-version')).toBe('1.0')
    expect([...response.headers].flat().join(' ')).not.toContain(product.release.scriptPath)
  })

  test('continues a broken download by range, and gets 416 for a range outside the file', async () => {
    const { user, product } = await anOwner()
    const size = BYTES.length
    for (const [range, first, last] of [
      ['bytes=0-9', 0, 9],
      ['bytes=10-', 10, size - 1],
      ['bytes=-5', size - 5, size - 1],
      ['bytes=35-35', 35, 35],
      ['bytes=0-9999', 0, size - 1],
      ['bytes=-9999', 0, size - 1],
    ] as const) {
      const part = await get(user, product, '', { range })
      expect(part.status, range).toBe(206)
      expect(part.headers.get('content-range'), range).toBe(`bytes ${first}-${last}/${size}`)
      expect(part.headers.get('content-length'), range).toBe(String(last - first + 1))
      expect(new Uint8Array(await part.arrayBuffer()), range).toEqual(BYTES.slice(first, last + 1))
    }
    for (const range of [`bytes=${size}-`, 'bytes=999-1000']) {
      const outside = await get(user, product, '', { range })
      expect(outside.status, range).toBe(416)
      expect(outside.headers.get('content-range'), range).toBe(`bytes */${size}`)
      expect(await outside.json()).toMatchObject({ success: false })
    }
    // An unsupported range gets the whole file, never an error.
    for (const range of ['pages=1-2', 'bytes=0-1,5-6', 'bytes=', 'nonsense']) {
      const whole = await get(user, product, '', { range })
      expect([whole.status, text.decode(await whole.arrayBuffer())], range).toEqual([200, text.decode(BYTES)])
    }
  })

  test('gets 304 for an unchanged file, and all headers without the bytes for HEAD', async () => {
    const { user, product } = await anOwner()
    const etag = (await get(user, product)).headers.get('etag') ?? ''
    expect(etag).not.toBe('')
    const same = await get(user, product, '', { 'if-none-match': etag })
    expect([same.status, await same.text()]).toEqual([304, ''])
    expect((await get(user, product, '', { 'if-none-match': '"other"' })).status).toBe(200)
    expect((await get(user, product, '', { 'if-match': '"other"' })).status).toBe(412)

    const head = await user.fetch('HEAD', path(product))
    expect([head.status, await head.text()]).toEqual([200, ''])
    expect(head.headers.get('content-length')).toBe(String(BYTES.length))
    expect(head.headers.get('etag')).toBe(etag)
    expect(head.headers.get('accept-ranges')).toBe('bytes')
    expect((await visitor().fetch('HEAD', path(product))).status).toBe(401)
  })

  test('has every download in the log, with its range, way, IP address and User-Agent', async () => {
    const { user, product, paymentId } = await anOwner()
    await get(user, product, '', { 'user-agent': 'a browser', 'cf-connecting-ip': '203.0.113.9' })
    await get(user, product, '', { range: 'bytes=0-1' })
    await get(visitor(), product, `?token=${await linkTo(paymentId, product.id)}`)
    await get(await aUser(), product)
    await get(visitor(), product)
    const { results } = await env.DB.prepare(
      'SELECT user_id, payment_id, release_id, via, range, ip, network, user_agent FROM downloads WHERE script_id = ? ORDER BY id',
    )
      .bind(product.id)
      .all()
    const row = { release_id: product.release.id, range: null, ip: null, network: null, user_agent: null }
    expect(results).toEqual([
      {
        ...row,
        user_id: user.id,
        payment_id: null,
        via: 'session',
        ip: '203.0.113.9',
        network: '203.0.113.0/24',
        user_agent: 'a browser',
      },
      { ...row, user_id: user.id, payment_id: null, via: 'session', range: 'bytes=0-1' },
      { ...row, user_id: null, payment_id: paymentId, via: 'link' },
    ])
  })
})

test('a download that cannot be logged gets 503: a withdrawal notice would miss it', async () => {
  const { user, product } = await anOwner()
  const DB = new Proxy(env.DB, {
    get(target, name) {
      const value = Reflect.get(target, name)
      if (name !== 'prepare') return typeof value === 'function' ? value.bind(target) : value
      return (sql: string) => {
        if (sql.startsWith('insert into "downloads"')) throw new Error('D1 is down')
        return target.prepare(sql)
      }
    },
  })
  const response = await get(user.again({ ...env, DB }), product).catch(() => null)
  expect(response?.status).toBe(503)
  expect(await response?.text()).toContain('try again shortly')
})

describe('everybody else', () => {
  test('is refused: 403 with another account, 401 without a session, 400 or 404 for an invalid id', async () => {
    const { product, user } = await anOwner()
    const other = await aUser()
    await bought(other, (await aProduct()).id)
    const refused = await get(other, product)
    expect([refused.status, await refused.json()]).toEqual([
      403,
      { success: false, message: 'You do not have access to this product.' },
    ])
    const unknown = await get(visitor(), product)
    expect([unknown.status, await unknown.json()]).toEqual([
      401,
      { success: false, message: 'Please log in to continue.' },
    ])
    for (const id of ['0', '-1', 'x', '1.5', '../2', `${product.id}%00`]) {
      const response = await user.fetch('GET', `/api/download/file/${id}`)
      expect([400, 404], id).toContain(response.status)
    }
    expect((await user.fetch('GET', '/api/download/file/999999')).status).toBe(403)
  })

  // invariant: download-checks-access
  test('with an altered, expired, foreign or refunded link gets the reason and no file', async () => {
    const { product, paymentId, user } = await anOwner()
    const other = await aProduct()
    await bought(user, other.id)
    const good = await linkTo(paymentId, product.id)
    expect((await get(visitor(), product, `?token=${good}`)).status).toBe(200)

    const refusals = [
      ['altered', product, good.replace(/^\d+/, '1'.repeat(9)), 403, /not valid/],
      ['expired', product, await linkTo(paymentId, product.id, Date.now() - 1), 410, /expired/],
      ['of another product', other, good, 403, /not valid/],
      [
        'of a payment for another product',
        other,
        await linkTo(paymentId, other.id),
        403,
        /do not have access/,
      ],
      ['of no payment', product, await linkTo(987_654, product.id), 403, /do not have access/],
      ['empty', product, '', 403, /not valid/],
      ['far too long', product, 'x'.repeat(5000), 400, /./],
    ] as const
    for (const [name, of, token, status, message] of refusals) {
      const response = await get(visitor(), of, `?token=${token}`)
      expect(response.status, name).toBe(status)
      const body = (await response.json()) as { success: boolean; message: string }
      expect(body.success, name).toBe(false)
      expect(body.message, name).toMatch(message)
      // A session of the owner does not help a bad link.
      expect((await get(user, of, `?token=${token}`)).status, name).toBe(status)
    }

    for (const status of ['refunded', 'disputed', 'revoked']) {
      const owned = await anOwner()
      const link = await linkTo(owned.paymentId, owned.product.id)
      expect((await get(visitor(), owned.product, `?token=${link}`)).status).toBe(200)
      await takeBack(owned.paymentId, status)
      expect((await get(visitor(), owned.product, `?token=${link}`)).status, status).toBe(403)
      expect((await get(owned.user, owned.product)).status, status).toBe(403)
    }
  })

  test('with an expired link in a browser gets a page, not JSON', async () => {
    const { product, paymentId } = await anOwner()
    const followed = { 'sec-fetch-dest': 'document' }
    const expired = await linkTo(paymentId, product.id, Date.now() - 1)
    const page = await get(visitor(), product, `?token=${expired}`, followed)
    expect([page.status, page.headers.get('content-type')]).toEqual([410, 'text/html; charset=UTF-8'])
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(await page.text()).toContain('This download link has expired.')
    const hostile = await visitor().fetch('GET', '/api/download/file/%3Cscript%3E', followed)
    expect(await hostile.text()).not.toContain('<script>')
  })

  test('with the link of a refunded payment gets no file, also where the buyer has a plan', async () => {
    const { user, product, paymentId } = await anOwner()
    await bought(user, 2, 'subscription')
    await takeBack(paymentId)
    expect((await get(user, product)).status).toBe(200)
    expect((await get(visitor(), product, `?token=${await linkTo(paymentId, product.id)}`)).status).toBe(403)
  })
})

describe('releases', () => {
  // spec: updates-three-months
  test('of the three months after the purchase are included; a newer version gets 403, older ones stay', async () => {
    const { user, product, paymentId } = await anOwner({ publishedAt: Date.now() - 300 * DAY })
    await boughtAgo(paymentId, 200 * DAY)
    const inTime = new TextEncoder().encode('in time')
    await aRelease(product.id, { version: '1.1', bytes: inTime, publishedAt: Date.now() - 120 * DAY })
    await aRelease(product.id, { version: '2.0', publishedAt: Date.now() - DAY })

    const newest = await get(user, product)
    expect([newest.headers.get('x-release-version'), await newest.text()]).toEqual(['1.1', 'in time'])
    const late = await get(user, product, '?version=2.0')
    expect(late.status).toBe(403)
    expect(await late.json()).toMatchObject({
      message: expect.stringContaining('after your 3 months of updates'),
    })
    const old = await get(user, product, '?version=1.0')
    expect([old.status, await old.text()]).toEqual([200, text.decode(BYTES)])
    const none = await get(user, product, '?version=7')
    expect([none.status, await none.json()]).toEqual([
      404,
      { success: false, message: 'There is no such version to download.' },
    ])

    // The mailed link of that purchase opens the release that it names.
    const named = (version: string) => linkTo(paymentId, product.id, undefined, version)
    const linked = await get(visitor(), product, `?token=${await named('1.1')}`)
    expect(linked.headers.get('x-release-version')).toBe('1.1')
    expect((await get(visitor(), product, `?token=${await named('2.0')}`)).status).toBe(403)
  })

  test('that are yanked or not published yet are served to nobody', async () => {
    const { user, product } = await anOwner()
    const yanked = await aRelease(product.id, { version: '1.1', publishedAt: Date.now() - HOUR })
    expect((await get(user, product)).headers.get('x-release-version')).toBe('1.1')
    await env.DB.prepare('UPDATE script_releases SET yanked_at = 1 WHERE id = ?').bind(yanked.id).run()
    await aRelease(product.id, { version: '1.2', publishedAt: Date.now() + DAY })
    await aRelease(product.id, { version: '1.3', publishedAt: null })
    expect((await get(user, product)).headers.get('x-release-version')).toBe('1.0')
    for (const [version, status] of [
      ['1.1', 410],
      ['1.2', 404],
      ['1.3', 404],
    ] as const)
      expect((await get(user, product, `?version=${version}`)).status, version).toBe(status)
    await env.DB.prepare('UPDATE script_releases SET yanked_at = 1 WHERE script_id = ?')
      .bind(product.id)
      .run()
    expect((await get(user, product)).status).toBe(404)
  })

  test('of a product that is not listed any more stay with its buyers, and with nobody else', async () => {
    const { user, product } = await anOwner()
    await env.DB.prepare('UPDATE scripts SET is_deleted = 1 WHERE id = ?').bind(product.id).run()
    expect((await get(user, product)).status).toBe(200)
    expect((await get(await aUser(), product)).status).toBe(403)
  })

  test('whose file is missing or unreadable get 503 without internal details', async () => {
    const { user, product } = await anOwner()
    await env.FILES.delete(product.release.scriptPath)
    expect((await get(user, product)).status).toBe(503)
    const failing = {
      get: async () => {
        throw new Error('R2 is away')
      },
    } as unknown as R2Bucket
    const bindings = { ...env, FILES: failing }
    const response = await get(user.again(bindings), product)
    expect(response.status).toBe(503)
    expect(await response.text()).not.toContain('R2 is away')
  })
})

test('downloads are limited per buyer, with Retry-After in the response', async () => {
  stopClock()
  const { user, product } = await anOwner()
  const statuses: number[] = []
  for (let round = 0; round < 13; round++) {
    const answers = await Promise.all(Array.from({ length: 10 }, () => user.fetch('HEAD', path(product))))
    statuses.push(...answers.map(({ status }) => status))
  }
  expect(statuses.slice(0, 120).every((status) => status === 200)).toBe(true)
  expect(statuses).toContain(429)
  const refused = await get(user, product)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
}, 20_000)
