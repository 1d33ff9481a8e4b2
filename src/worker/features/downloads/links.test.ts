import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import { HOUR } from '#shared/core/time.ts'
import { signText } from '../../core/signed-text.ts'
import { aUser, visitor } from '../../testing/clients.ts'
import { aMailbox, filePathOf, RESET } from '../../testing/mailbox.ts'
import { aProduct, aRelease, stockPlans } from '../../testing/products.ts'
import { bought } from '../../testing/purchases.ts'
import { sandbox } from '../../testing/sandbox.ts'
import { LINK_LIFETIME_MS, signDownloadLink } from '../email/download-link.ts'
import type { LinkHolder } from '../email/mail-rules.ts'

beforeAll(sandbox.calm)
beforeAll(stockPlans)

type Answer = { message: string; link?: { label: string; url: string } }

async function anOwner() {
  const user = await aUser()
  const product = await aProduct()
  return { user, product, ...(await bought(user, product.id)) }
}

const link = async (holder: LinkHolder, productId: number, version = '1.0', issuedAt = Date.now()) => {
  const claim = { ...holder, productId, version, expiresAt: issuedAt + LINK_LIFETIME_MS }
  return `/api/download/file/${productId}?token=${await signDownloadLink(claim, env.LINK_SIGNING_KEY)}`
}

const open = async (url: string, headers = {}) => {
  const response = await visitor().fetch('GET', url, headers)
  const version = response.headers.get('x-release-version')
  return { status: response.status, version, text: await response.text() }
}

const withdraw = (releaseId: number, reason: string, advice: string | null = null) =>
  env.DB.prepare('UPDATE script_releases SET yanked_at = ?, yank_reason = ?, recall_advice = ? WHERE id = ?')
    .bind(Date.now(), reason, advice, releaseId)
    .run()

describe('a mailed link', () => {
  // invariant: link-names-release
  test('opens the release that it names, also after a newer one was published, and no other', async () => {
    const { product, paymentId } = await anOwner()
    await aRelease(product.id, { version: '1.1', publishedAt: Date.now() - HOUR })
    const url = await link({ paymentId }, product.id)
    expect(await open(url)).toMatchObject({ status: 200, version: '1.0' })
    expect(await open(`${url}&version=1.0`)).toMatchObject({ status: 200, version: '1.0' })
    expect((await open(`${url}&version=1.1`)).status).toBe(403)
  })

  test('of the first format opens the newest release', async () => {
    const { product, paymentId } = await anOwner()
    await aRelease(product.id, { version: '1.1', publishedAt: Date.now() - HOUR })
    const expiry = (Date.now() + LINK_LIFETIME_MS).toString(36)
    const token = await signText(
      `${paymentId}.${product.id}.${expiry}`,
      'download-link.v1',
      env.LINK_SIGNING_KEY,
    )
    expect(await open(`/api/download/file/${product.id}?token=${token}`)).toMatchObject({
      status: 200,
      version: '1.1',
    })
  })

  test('to a withdrawn release gets 410 with the reason and a link to a good version', async () => {
    const { product, paymentId } = await anOwner()
    const url = await link({ paymentId }, product.id)
    await withdraw(product.release.id, 'It claims twice')
    const none = await open(url)
    expect([none.status, (JSON.parse(none.text) as Answer).link]).toEqual([410, undefined])
    expect(none.text).toContain('We withdrew version 1.0')
    expect(none.text).toContain('Why: It claims twice. There is no other version for you yet.')

    await aRelease(product.id, { version: '1.1', publishedAt: Date.now() - HOUR })
    const gone = JSON.parse((await open(url)).text) as Answer
    expect(gone.message).toContain('Download version 1.1 instead.')
    expect(gone.link?.label).toBe('Download version 1.1')
    expect(await open(filePathOf(gone.link?.url ?? ''))).toMatchObject({ status: 200, version: '1.1' })
    const page = await open(url, { 'sec-fetch-dest': 'document' })
    expect(page.text).toContain('>Download version 1.1</a>')
    const expiryOf = (address: string) => address.split('token=')[1]?.split('.')[2]
    expect(expiryOf(gone.link?.url ?? '')).toBe(expiryOf(url))
  })

  test('to a recalled release gets 410 with what to do', async () => {
    const { user, product, paymentId } = await anOwner()
    await withdraw(product.release.id, 'It sends your key away.', 'Move your funds')
    const gone = await open(await link({ paymentId }, product.id))
    expect(gone.status).toBe(410)
    expect(gone.text).toContain('Do not run this version. We recalled version 1.0')
    expect(gone.text).toContain('What to do: Move your funds.')
    const own = await user.get(`/api/download/file/${product.id}?version=1.0`)
    expect(own.status).toBe(410)
  })

  // invariant: password-ends-links
  test.each(['change', 'reset'])(
    'gets 410 after a %s of the password, for the account and its payments',
    async (how) => {
      const { user, product, paymentId } = await anOwner()
      const before = [await link({ paymentId }, product.id), await link({ userId: user.id }, product.id)]
      for (const url of before) expect((await open(url)).status).toBe(200)
      await new Promise((done) => setTimeout(done, 2))
      if (how === 'change') {
        const form = { currentPassword: user.password, newPassword: `new-${user.password}` }
        expect((await user.put('/api/user/password', form)).status).toBe(200)
      } else {
        const box = aMailbox()
        await visitor(box.bindings).post('/api/auth/forgot-password', { email: user.email })
        const token = await box.token(user.email, RESET)
        const reset = await visitor().post('/api/auth/reset-password', {
          token,
          password: 'another long one',
        })
        expect(reset.status, reset.text).toBe(200)
      }
      for (const url of before) {
        const ended = await open(url)
        expect([ended.status, ended.text]).toEqual([
          410,
          expect.stringContaining('the password of its account was changed'),
        ])
      }
      expect((await open(await link({ paymentId }, product.id))).status).toBe(200)
      expect((await open(await link({ userId: user.id }, product.id))).status).toBe(200)
    },
  )

  test('of a guest purchase is not ended by the password of another account', async () => {
    const { product, paymentId, user } = await anOwner()
    const url = await link({ paymentId }, product.id)
    await env.DB.batch([
      env.DB.prepare('UPDATE user_scripts SET user_id = NULL WHERE payment_id = ?').bind(paymentId),
      env.DB.prepare('UPDATE payments SET user_id = NULL WHERE id = ?').bind(paymentId),
      env.DB.prepare('UPDATE users SET links_valid_from = ? WHERE id = ?').bind(Date.now() + HOUR, user.id),
    ])
    expect((await open(url)).status).toBe(200)
  })
})
