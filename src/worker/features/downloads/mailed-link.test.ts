import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import { MOST_NETWORKS } from '#shared/core/download-limits.ts'
import { MINUTE } from '#shared/core/time.ts'
import type { MailedFile, OpenedFile } from '#shared/downloads/contract.ts'
import { openDb } from '../../db/client.ts'
import { issueValue } from '../../db/one-time-values.ts'
import { aUser, visitor } from '../../testing/clients.ts'
import { stopClock } from '../../testing/clock.ts'
import { aProduct } from '../../testing/products.ts'
import { bought } from '../../testing/purchases.ts'
import { sandbox } from '../../testing/sandbox.ts'
import { LINK_LIFETIME_MS, signDownloadLink } from '../email/download-link.ts'
import type { LinkHolder } from '../email/mail-rules.ts'

beforeAll(sandbox.calm)

async function anOwner() {
  const [user, product] = [await aUser(), await aProduct()]
  const { paymentId } = await bought(user, product.id)
  const downloads = async () =>
    (await env.DB.prepare('SELECT via, payment_id FROM downloads WHERE script_id = ?').bind(product.id).all())
      .results
  return { user, product, paymentId, downloads, token: await tokenOf({ paymentId }, product.id) }
}

const tokenOf = (holder: LinkHolder, productId: number, issuedAt = Date.now()) => {
  const claim = { ...holder, productId, version: '1.0', expiresAt: issuedAt + LINK_LIFETIME_MS }
  return signDownloadLink(claim, env.LINK_SIGNING_KEY)
}

const check = (token: string, headers = {}) =>
  visitor().post<MailedFile>('/api/download/link', { token }, headers)
const press = (token: string, headers = {}) =>
  visitor().post<OpenedFile>('/api/download/link/open', { token }, headers)
const urlOf = async (token: string) => (await press(token)).data.url
const get = async (url: string, headers = {}, method = 'GET') => {
  const response = await visitor().fetch(method, url, headers)
  return { status: response.status, text: await response.text() }
}

describe('the address behind the button of a mailed link', () => {
  test('has no token, downloads the file once, and that download is counted as one of the link', async () => {
    const { product, token, paymentId, downloads } = await anOwner()
    const checked = await check(token)
    expect([checked.status, checked.data]).toEqual([
      200,
      {
        productId: product.id,
        productName: product.name,
        version: '1.0',
        fileName: expect.any(String),
        fileSize: product.release.bytes.length,
        sha256: product.release.sha256,
        expiresAt: expect.any(String),
      },
    ])
    const url = await urlOf(token)
    expect(url).toMatch(new RegExp(`^/api/download/file/${product.id}\\?special_key=[\\w-]{43}$`))
    expect(await downloads()).toEqual([])
    const file = await visitor().fetch('GET', url)
    expect(new Uint8Array(await file.arrayBuffer())).toEqual(product.release.bytes)
    expect(await downloads()).toEqual([{ via: 'link', payment_id: paymentId }])
    const again = await get(url)
    expect([again.status, JSON.parse(again.text).message]).toEqual([
      403,
      'This address of the file works once, for a minute. Open the link in the email again, and press Download.',
    ])
    expect(await downloads()).toHaveLength(1)
    const stored = await env.DB.prepare(
      "SELECT hash FROM one_time_values WHERE purpose = 'link_exchange'",
    ).all()
    expect(JSON.stringify(stored.results)).not.toContain(url.split('=')[1])
  })

  test('opens the file for one of ten requests at once', async () => {
    const { token, downloads } = await anOwner()
    const url = await urlOf(token)
    const statuses = (await Promise.all(Array.from({ length: 10 }, () => get(url)))).map(
      ({ status }) => status,
    )
    expect(statuses.sort()).toEqual([200, ...Array(9).fill(403)])
    expect(await downloads()).toHaveLength(1)
  })

  test('works for 60 seconds', async () => {
    const { token } = await anOwner()
    const from = Date.now()
    stopClock(from)
    const [late, inTime] = [await urlOf(token), await urlOf(token)]
    stopClock(from + MINUTE - 1)
    expect((await get(inTime)).status).toBe(200)
    stopClock(from + MINUTE)
    expect((await get(late)).status).toBe(403)
  })

  test('is not used up by a HEAD request', async () => {
    const { token, downloads } = await anOwner()
    const url = await urlOf(token)
    expect((await get(url, {}, 'HEAD')).status).toBe(200)
    expect(await downloads()).toEqual([])
    expect((await get(url)).status).toBe(200)
  })

  test('opens no other product, no emergency download, and no value of another purpose opens a file', async () => {
    const { product, token } = await anOwner()
    const other = await aProduct()
    const moved = (await urlOf(token)).replace(`/${product.id}?`, `/${other.id}?`)
    expect((await get(moved)).status).toBe(403)
    const key = (await urlOf(token)).split('special_key=')[1]
    expect((await get(`/api/download/file/2?emergency=true&special_key=${key}`)).status).toBe(403)
    const now = Date.now()
    const login = await issueValue(openDb(env.DB), { purpose: 'second_factor', userId: null, now })
    await login.write
    expect((await get(`/api/download/file/${product.id}?special_key=${login.value}`)).status).toBe(403)
  })

  test('opens nothing once the access was revoked, the account’s password changed, or the account was deleted', async () => {
    const owner = await anOwner()
    const url = await urlOf(owner.token)
    await env.DB.prepare("UPDATE user_scripts SET is_active = 0, status = 'refunded' WHERE payment_id = ?")
      .bind(owner.paymentId)
      .run()
    expect((await get(url)).status).toBe(403)

    const { user, product } = await anOwner()
    const ofAccount = await urlOf(await tokenOf({ userId: user.id }, product.id))
    const form = { currentPassword: user.password, newPassword: `new-${user.password}` }
    await new Promise((done) => setTimeout(done, 2))
    expect((await user.put('/api/user/password', form)).status).toBe(200)
    expect((await get(ofAccount)).status).toBe(410)
  })
})

describe('a program that opens the links of a mailbox', () => {
  test('uses nothing up: any number of checks by the page count no download', async () => {
    const { token, downloads } = await anOwner()
    for (let n = 0; n < 30; n++) expect((await check(token)).status).toBe(200)
    expect(await downloads()).toEqual([])
    expect((await get(await urlOf(token))).status).toBe(200)
  })
})

describe('the page of a mailed link', () => {
  test('says that the limit of the purchase is reached, sends no mail for it, and lets known networks go on', async () => {
    const { token, downloads } = await anOwner()
    const from = (n: number) => ({ 'cf-connecting-ip': `198.51.${n}.1` })
    for (let n = 0; n < MOST_NETWORKS; n++) {
      const { data } = await press(token, from(n))
      expect((await get(data.url, from(n))).status).toBe(200)
    }
    expect(await downloads()).toHaveLength(MOST_NETWORKS)
    for (const ask of [check, press]) {
      const refused = await ask(token, from(200))
      expect([refused.status, refused.data]).toEqual([429, { code: 'download-limit' }])
      expect((await ask(token, from(3))).status).toBe(200)
    }
    const mails = await env.DB.prepare(
      "SELECT count(*) AS n FROM email_deliveries WHERE template = 'download-limit'",
    ).first()
    expect(mails).toEqual({ n: 0 })
    // A value that was issued to a known network opens nothing on a new one.
    const { data } = await press(token, from(3))
    expect((await get(data.url, from(201))).status).toBe(429)
    expect(await downloads()).toHaveLength(MOST_NETWORKS)
  })

  test('says that a link has expired, is altered, or that its version was withdrawn, with a link to a good one', async () => {
    const { product, paymentId, token } = await anOwner()
    const expired = await check(await tokenOf({ paymentId }, product.id, Date.now() - LINK_LIFETIME_MS))
    expect([expired.status, expired.message]).toEqual([410, expect.stringContaining('has expired')])
    expect((await check(token.replace(/^\d+/, (id) => String(Number(id) + 1)))).status).toBe(403)
    expect((await check('')).status).toBe(403)
    await env.DB.prepare('UPDATE script_releases SET yanked_at = ?, yank_reason = ? WHERE id = ?')
      .bind(Date.now(), 'It claims twice', product.release.id)
      .run()
    const gone = await check(token)
    expect([gone.status, gone.message]).toEqual([410, expect.stringContaining('We withdrew version 1.0')])
  })

  test('is asked by pages of the shop only', async () => {
    const { token } = await anOwner()
    const foreign = { origin: 'https://elsewhere.test', 'sec-fetch-site': 'cross-site' }
    for (const ask of [check, press]) expect((await ask(token, foreign)).status).toBe(403)
  })
})
