import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { HOUR } from '#shared/core/time.ts'
import type { Problem } from '../../core/problem.ts'
import { takeRate } from '../../http/rate-limit.ts'
import { configOf } from '../../providers/config.ts'
import { aUser, visitor } from '../../testing/clients.ts'
import { stopClock } from '../../testing/clock.ts'
import { aCoupon, reserveBy } from '../../testing/coupons.ts'
import { aProduct } from '../../testing/products.ts'
import { deliver } from '../../testing/purchases.ts'
import { mailsQueuedTo } from '../../testing/readers.ts'
import { sandbox } from '../../testing/sandbox.ts'
import { unique } from '../../testing/shop.ts'
import { type BudgetKind, CHALLENGED, domainOf, type Spender, sharesOf } from './rules.ts'
import { spendBudget } from './spend-budget.ts'

beforeAll(sandbox.calm)
beforeEach(() => stopClock())

/** Takes all tokens of one bucket of a kind; the others keep theirs. */
async function useUp(kind: BudgetKind, spender: Spender, scope: string): Promise<void> {
  const share = sharesOf(kind, spender).find((one) => one.scope === scope)
  if (!share) throw new Error(`There is no budget of ${scope}`)
  for (let left = share.limit.burst; left > 0; left -= 50)
    await Promise.all(Array.from({ length: Math.min(50, left) }, () => takeRate(env, share.key, share.limit)))
}

const alerts = async () => (await mailsQueuedTo(configOf(env).supportEmail, 'budget-reached')).length

const freeOrder = async (productId: number, from: string, email = `${unique('to')}@mail.test`) => {
  const { id } = await aCoupon({ discountType: 'free_product', discountValue: 100 })
  return reserveBy(await aUser(), productId, id, { from, email })
}

const refused = (answer: { status: number; message: string; headers: Headers }) => {
  expect(answer.status).toBe(429)
  expect(answer.message).toMatch(/^We are getting far more requests of this kind than usual/)
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
}

describe('beyond a budget of free orders', () => {
  test('a network gets 429, the others do not, and the shop is told once', async () => {
    const { id } = await aProduct()
    const before = await alerts()
    for (let order = 0; order < 10; order++)
      expect((await freeOrder(id, `198.51.100.${order}`)).status).toBe(201)
    refused(await freeOrder(id, '198.51.100.77'))
    refused(await freeOrder(id, '198.51.100.78'))
    expect((await freeOrder(id, '198.51.101.1')).status).toBe(201)
    expect(await alerts()).toBe(before + 1)
  })

  test('an IPv6 /48 gets 429 from each of its /64 networks, and leaves the product to the others', async () => {
    const { id } = await aProduct()
    await useUp('free order', { network: '2001:db8:48:1::/64' }, 'network 2001:db8:48::/48')
    refused(await freeOrder(id, '2001:db8:48:2::1'))
    refused(await freeOrder(id, '2001:DB8:48:ffff::1'))
    expect((await freeOrder(id, '2001:db8:49:2::1')).status).toBe(201)
  })

  test('a product, a domain with all its subdomains, and the shop get 429, whatever the network', async () => {
    const [one, other] = [await aProduct(), await aProduct()]
    await useUp('free order', { productId: one.id }, `product ${one.id}`)
    refused(await freeOrder(one.id, '203.0.113.1'))
    expect((await freeOrder(other.id, '203.0.113.1')).status).toBe(201)

    await useUp('free order', { address: 'a@relay.example' }, 'domain relay.example')
    refused(await freeOrder(other.id, '203.0.114.1', 'b@x7.relay.example'))
    expect((await freeOrder(other.id, '203.0.114.1', 'b@relay2.example')).status).toBe(201)

    await useUp('free order', {}, 'shop')
    refused(await freeOrder(other.id, '203.0.115.1'))
  })

  test('a buyer who pays still opens a checkout, and gets the product and the receipt', async () => {
    const { id } = await aProduct()
    const user = await aUser()
    await useUp('free order', {}, 'shop')
    const { id: couponId } = await aCoupon()
    const opened = await reserveBy(user, id, couponId, { from: '203.0.116.1' })
    expect(opened.status, opened.text).toBe(201)
    await useUp('unpaid checkout', {}, 'shop')
    const checkout = opened.data.url.split('/').at(-1) ?? ''
    for (const event of await sandbox.eventsOf(() => sandbox.pay(checkout)))
      expect((await deliver(await sandbox.signed(event.id))).status).toBe(200)
    expect(await mailsQueuedTo(user.email, 'receipt')).toHaveLength(1)
    refused(await reserveBy(await aUser(), id, couponId, { from: '203.0.117.1' }))
  })
})

describe('beyond the budget of a domain', () => {
  const form = (email: string) => ({
    firstName: 'A',
    lastName: 'B',
    email,
    subject: 'Hello there',
    message: 'A message that is long enough.',
    newsletter: false,
  })
  const calls: [BudgetKind, string, (email: string) => object][] = [
    [
      'welcome mail',
      '/api/auth/register',
      (email) => ({ username: unique('w').slice(0, 30), email, password: 'long enough' }),
    ],
    ['password mail', '/api/auth/forgot-password', (email) => ({ email })],
    ['contact message', '/api/contact', form],
  ]
  test.each(calls)(
    'a %s (%s) gets 429 from any network; another domain does not',
    async (kind, path, bodyOf) => {
      const domain = `${unique('d')
        .toLowerCase()
        .replace(/[^a-z0-9]/g, '')}.example`
      const send = (email: string, ip: string) =>
        visitor().post(path, bodyOf(email), { 'cf-connecting-ip': ip })
      const before = await send(`first@${domain}`, '192.0.2.1')
      expect([200, 201], before.text).toContain(before.status)
      await useUp(kind, { address: `a@${domain}` }, `domain ${domain}`)
      refused(await send(`${unique('m')}@${domain}`, '192.0.3.1'))
      expect([200, 201]).toContain((await send(`b@not-${domain}`, '192.0.3.1')).status)
    },
  )

  test('a confirmation mail gets 429, and none is sent', async () => {
    const user = await aUser()
    await env.DB.prepare('UPDATE users SET email = ? WHERE id = ?').bind('me@slow.example', user.id).run()
    await useUp('confirmation mail', { address: 'a@slow.example' }, 'domain slow.example')
    refused(await user.post('/api/auth/resend-verification'))
    expect(await mailsQueuedTo('me@slow.example', 'confirm-email')).toHaveLength(0)
  })

  test('the newsletter asks nobody, and the contact message is still stored', async () => {
    await useUp('newsletter mail', { address: 'a@news.example' }, 'domain news.example')
    const answer = await visitor().post('/api/contact', { ...form('b@news.example'), newsletter: true })
    expect(answer.status, answer.text).toBe(201)
    expect(await mailsQueuedTo('b@news.example', 'newsletter')).toHaveLength(0)
  })
})

describe('with Turnstile, a used-up budget', () => {
  const bindings = { ...env, TURNSTILE_SITE_KEY: 'site', TURNSTILE_SECRET_KEY: 'secret' }
  const solved = (action: string) => `solved ${action} shop.test ${crypto.randomUUID()}`

  test('of welcome mails lets a person register, once with each solved challenge', async () => {
    const domain = `${unique('t').toLowerCase()}.example`
    await useUp('welcome mail', { address: `a@${domain}` }, `domain ${domain}`)
    const register = (turnstileToken?: string) => {
      const form = { username: unique('r').slice(0, 30), email: `${unique('r')}@${domain}` }
      return visitor(bindings).post('/api/auth/register', {
        ...form,
        password: 'long enough',
        turnstileToken,
      })
    }
    const offered = await register()
    refused(offered)
    expect(offered.data).toMatchObject({ turnstile: { siteKey: 'site', action: 'register' } })
    const token = solved('register')
    const passed = await register(token)
    expect(passed.status, passed.text).toBe(201)
    for (const again of [token, solved('login')]) refused(await register(again))
  })

  test('of free orders lets a person order, and 200 in a row at most', async () => {
    const { id } = await aProduct()
    await useUp('free order', { productId: id }, `product ${id}`)
    const order = async (turnstileToken?: string) => {
      const coupon = await aCoupon({ discountType: 'free_product', discountValue: 100 })
      const more = turnstileToken === undefined ? {} : { turnstileToken }
      return reserveBy(await aUser({ bindings }), id, coupon.id, { from: '203.0.118.1', ...more })
    }
    refused(await order())
    const passed = await order(solved('checkout'))
    expect(passed.status, passed.text).toBe(201)
    for (let n = 0; n < 199; n += 1) await takeRate(env, 'budget:free order:challenged', CHALLENGED)
    refused(await order(solved('checkout')))
  })
})

test('a big mail provider has a bigger budget than another domain', () => {
  const limitOf = (address: string) =>
    sharesOf('welcome mail', { address }).find(({ scope }) => scope.startsWith('domain'))?.limit.burst ?? 0
  expect(limitOf('a@gmail.com')).toBeGreaterThan(limitOf('a@shop.example') * 3)
  expect(limitOf('A@GMAIL.COM')).toBe(limitOf('a@gmail.com'))
})

test.each([
  ['a@x.example', 'x.example'],
  ['a@b.c.X.example', 'x.example'],
  ['a@mail.firm.co.uk', 'firm.co.uk'],
  ['"a@b"@x.example', 'x.example'],
])('the address %s counts under %s', (address, domain) => expect(domainOf(address)).toBe(domain))

test('a budget that is used up is reported again an hour later, not earlier', async () => {
  const spender = { address: 'a@hourly.example' }
  const spend = async () =>
    spendBudget(env, 'newsletter mail', spender, Date.now()).catch((error: Problem) => error.status)
  await useUp('newsletter mail', spender, 'domain hourly.example')
  stopClock(Date.now() + 2 * HOUR)
  await useUp('newsletter mail', spender, 'domain hourly.example')
  const before = await alerts()
  expect([await spend(), await spend()]).toEqual([429, 429])
  expect(await alerts()).toBe(before + 1)
  stopClock(Date.now() + 61 * 60_000)
  await useUp('newsletter mail', spender, 'domain hourly.example')
  expect(await spend()).toBe(429)
  expect(await alerts()).toBe(before + 2)
})
