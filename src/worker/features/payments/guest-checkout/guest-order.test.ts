import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { PREMIUM_ID } from '#shared/catalogue/contract.ts'
import { DAY } from '#shared/core/time.ts'
import type { GuestOrderView } from '#shared/payments/contract.ts'
import { takingAt } from '../../../testing/charges.ts'
import { aUser, type Client, confirmAddress, visitor } from '../../../testing/clients.ts'
import { stopClock } from '../../../testing/clock.ts'
import { afterFirstBatch } from '../../../testing/interrupted.ts'
import { aBundle, aProduct, stockPlans } from '../../../testing/products.ts'
import { booksOf, happens, intentOf } from '../../../testing/purchases.ts'
import { mailsQueuedTo } from '../../../testing/readers.ts'
import { sandbox } from '../../../testing/sandbox.ts'
import { unique } from '../../../testing/shop.ts'

beforeAll(stockPlans)
beforeEach(sandbox.calm)

const anAddress = () => `${unique('guest')}@mail.test`

const order = (
  browser: Client,
  { email = anAddress(), ...more }: Record<string, unknown> & { productId: number },
) =>
  browser.post<{ url: string; code?: string; amount?: number }>('/api/payment/guest', {
    method: 'card',
    email,
    clientPaymentId: unique('visit'),
    ...more,
  })

const checkoutOf = (url: string) => url.split('/').at(-1) ?? ''

async function opened(browser: Client, input: Record<string, unknown> & { productId: number }) {
  const answer = await order(browser, input)
  expect(answer.status, answer.text).toBe(201)
  return checkoutOf(answer.data.url)
}

const seen = (browser: Client, reference: string | number) =>
  browser.get<GuestOrderView>(`/api/payment/guest/${reference}`)

const open = (browser: Client, reference: string | number) =>
  browser.post<{ url: string }>(`/api/payment/guest/${reference}/download`)

const paymentsOf = async (productId: number) =>
  (
    await env.DB.prepare('SELECT * FROM payments WHERE script_id = ? ORDER BY id').bind(productId).all<{
      id: number
      status: string
      amount_cents: number
      user_id: number | null
      referrer_id: number | null
    }>()
  ).results

/** Orders, pays and delivers every event. */
async function paid(browser: Client, input: Record<string, unknown> & { productId: number }) {
  const checkoutId = await opened(browser, input)
  await happens(() => sandbox.pay(checkoutId))
  return checkoutId
}

/** Orders where `meanwhile` happens after the order's facts were read and before its payment is stored. */
const orderWhile = (
  browser: Client,
  input: Record<string, unknown> & { productId: number },
  meanwhile: () => Promise<unknown>,
) => order(browser.again(afterFirstBatch(env, meanwhile)), input)

describe('an order that changes while it is sent', () => {
  // invariant: server-price
  test('is refused with the new price, or costs it where the order names none', async () => {
    const raise = (id: number) => () =>
      env.DB.prepare('UPDATE scripts SET price_cents = 3000 WHERE id = ?').bind(id).run()
    const [seenOld, seenNone] = [await aProduct({ priceCents: 2000 }), await aProduct({ priceCents: 2000 })]
    const old = await orderWhile(visitor(), { productId: seenOld.id, finalAmount: 20 }, raise(seenOld.id))
    expect([old.status, old.data]).toMatchObject([409, { code: 'price-changed', amount: 30 }])
    expect(await paymentsOf(seenOld.id)).toEqual([])
    const none = await orderWhile(visitor(), { productId: seenNone.id }, raise(seenNone.id))
    expect(none.status, none.text).toBe(201)
    expect(await paymentsOf(seenNone.id)).toMatchObject([{ status: 'pending', amount_cents: 3000 }])
  })

  // invariant: server-price
  test('gets a new page where its price changed since the browser opened it', async () => {
    const browser = visitor()
    const [{ id: productId }, email, clientPaymentId] = [
      await aProduct({ priceCents: 4000 }),
      anAddress(),
      unique('visit'),
    ]
    await opened(browser, { productId, email, clientPaymentId, finalAmount: 40 })
    await env.DB.prepare('UPDATE scripts SET price_cents = 2000 WHERE id = ?').bind(productId).run()
    const same = await order(browser, { productId, email, clientPaymentId, finalAmount: 20 })
    expect([same.status, same.data]).toMatchObject([409, { code: 'stale' }])
    await opened(browser, { productId, email, finalAmount: 20 })
    expect(await paymentsOf(productId)).toMatchObject([
      { status: 'expired', amount_cents: 4000 },
      { status: 'pending', amount_cents: 2000 },
    ])
  })

  // invariant: one-open-checkout
  test('leaves one payable page of a bundle and its part, ordered in two tabs at once', async () => {
    const [part, other] = [await aProduct(), await aProduct()]
    const bundle = await aBundle([part, other])
    const browser = visitor()
    // The browser has its secret before both tabs order.
    await opened(browser, { productId: other.id })
    const late = await orderWhile(browser, { productId: bundle.id }, () =>
      opened(browser, { productId: part.id }),
    )
    expect(late.status, late.text).toBe(201)
    expect((await paymentsOf(part.id)).map(({ status }) => status)).toEqual(['expired'])
    expect((await paymentsOf(bundle.id)).map(({ status }) => status)).toEqual(['pending'])
  })
})

describe('an order without an account', () => {
  // spec: guest-purchases
  test('is open until it is paid; then its browser downloads the file, which is logged as by a link', async () => {
    const browser = visitor()
    const email = anAddress()
    const { id: productId, name } = await aProduct()
    const checkoutId = await opened(browser, { productId, email })
    const pending = await seen(browser, checkoutId)
    expect(pending.data).toMatchObject({ status: 'pending', productName: name, file: null, email })
    expect((await open(browser, checkoutId)).status).toBe(403)

    await happens(() => sandbox.pay(checkoutId))
    const { data } = await seen(browser, checkoutId)
    expect(data).toMatchObject({ status: 'completed', hasAccount: false, file: { version: '1.0' } })
    const books = await booksOf(data.id)
    expect(books.grants).toMatchObject([{ user_id: null, script_id: productId, is_active: 1 }])
    expect(await mailsQueuedTo(email, 'receipt')).toHaveLength(1)
    const { url } = (await open(browser, data.id)).data
    expect((await browser.fetch('GET', url)).status).toBe(200)
    expect((await browser.fetch('GET', url)).status).toBe(403)
    const log = await env.DB.prepare('SELECT via, payment_id FROM downloads WHERE script_id = ?')
      .bind(productId)
      .all()
    expect(log.results).toEqual([{ via: 'link', payment_id: data.id }])
  })

  test('is settled by the return of its browser, where no webhook has arrived', async () => {
    const browser = visitor()
    const checkoutId = await opened(browser, { productId: (await aProduct()).id })
    await sandbox.eventsOf(() => sandbox.pay(checkoutId))
    expect((await seen(browser, checkoutId)).data).toMatchObject({ status: 'completed' })
  })

  test('is hidden from every other browser, from its own after seven days, and from a session', async () => {
    const browser = visitor()
    const { id: productId } = await aProduct()
    const checkoutId = await paid(browser, { productId })
    const stranger = visitor()
    await opened(stranger, { productId })
    const user = await aUser()
    for (const other of [stranger, visitor(), user]) {
      expect((await seen(other, checkoutId)).status).toBe(404)
      expect((await open(other, checkoutId)).status).toBe(404)
    }
    stopClock(Date.now() + 7 * DAY + 1)
    expect((await seen(browser, checkoutId)).status).toBe(404)
    expect((await open(browser, checkoutId)).status).toBe(404)
    vi.useRealTimers()
  })

  test('that was refunded opens no file', async () => {
    const browser = visitor()
    const checkoutId = await paid(browser, { productId: (await aProduct()).id })
    const { data } = await seen(browser, checkoutId)
    const intent = await intentOf(data.id)
    await happens(() => sandbox.refund(intent))
    expect((await seen(browser, checkoutId)).data).toMatchObject({ status: 'refunded', file: null })
    expect((await open(browser, checkoutId)).status).toBe(403)
  })

  // invariant: one-open-checkout
  test('sent twice is one payment; with another address it replaces the open one', async () => {
    const browser = visitor()
    const { id: productId } = await aProduct()
    await opened(browser, { productId: (await aProduct()).id })
    const attempt = { productId, email: anAddress(), clientPaymentId: unique('visit') }
    const answers = await Promise.all([order(browser, attempt), order(browser, attempt)])
    expect(new Set(answers.map(({ data }) => data.url)).size).toBe(1)
    // Reloaded: another attempt of the same order.
    const again = await order(browser, { productId, email: attempt.email })
    expect(again.data.url).toBe(answers[0]?.data.url)
    expect(await paymentsOf(productId)).toHaveLength(1)
    await opened(browser, { productId })
    expect((await paymentsOf(productId)).map(({ status }) => status)).toEqual(['expired', 'pending'])
  })

  test('with the id of another order opens neither', async () => {
    const browser = visitor()
    const attempt = { productId: (await aProduct()).id, email: anAddress(), clientPaymentId: unique('visit') }
    await opened(browser, attempt)
    const others = [{ productId: (await aProduct()).id }, { email: anAddress() }]
    for (const other of others) {
      const answer = await order(browser, { ...attempt, ...other })
      expect([answer.status, answer.data]).toMatchObject([409, { code: 'stale' }])
    }
  })

  test('that was paid in another tab is not opened again', async () => {
    const browser = visitor()
    const { id: productId } = await aProduct()
    const checkoutId = await opened(browser, { productId })
    await sandbox.eventsOf(() => sandbox.pay(checkoutId))
    const again = await order(browser, { productId })
    expect([again.status, again.data]).toMatchObject([409, { code: 'owned' }])
  })

  // invariant: server-price
  test('is refused at another price, for a product without a file, and in crypto without a provider', async () => {
    const [product, draft] = [await aProduct(), await aProduct({ release: { publishedAt: null } })]
    const cheap = await order(visitor(), { productId: product.id, finalAmount: 1 })
    expect([cheap.status, cheap.data]).toMatchObject([409, { code: 'price-changed', amount: 19.5 }])
    expect((await order(visitor(), { productId: draft.id })).status).toBe(422)
    const crypto = await order(visitor(takingAt('')), { productId: product.id, method: 'crypto' })
    expect(crypto.status).toBe(503)
    const odd = await order(visitor(), { productId: product.id, email: 'nobody' })
    expect([odd.status, odd.message]).toEqual([400, 'Please enter a valid email address'])
    expect(await paymentsOf(product.id)).toEqual([])
  })

  // invariant: second-payment-refunded
  test('of a product that its address has already is accepted alike, and refunded', async () => {
    const { id: productId } = await aProduct()
    const email = anAddress()
    await paid(visitor(), { productId, email })
    const browser = visitor()
    const checkoutId = await paid(browser, { productId, email })
    expect((await seen(browser, checkoutId)).data).toMatchObject({ isSecondPayment: true })
  })

  test('belongs to the account that has confirmed its address', async () => {
    const user = await aUser()
    await confirmAddress(user)
    const browser = visitor()
    const checkoutId = await paid(browser, { productId: PREMIUM_ID, email: user.email })
    expect((await seen(browser, checkoutId)).data).toMatchObject({ hasAccount: true })
    expect((await user.get(`/api/download/file/${PREMIUM_ID}`)).status).toBe(200)
  })

  // invariant: commission-ten-percent
  test('gives its referrer a commission, and none to the owner of its own address', async () => {
    const referrer = await aUser()
    const { referralCode } = (await referrer.get<{ referralCode: string }>('/api/user/referral-stats')).data
    const { id: productId } = await aProduct()
    await opened(visitor(), { productId, referralCode })
    await opened(visitor(), { productId, referralCode, email: referrer.email })
    await opened(visitor(), { productId, referralCode: 'NOBODY00' })
    const referrers = (await paymentsOf(productId)).map(({ referrer_id }) => referrer_id)
    expect(referrers).toEqual([referrer.id, null, null])
  })

  test('beyond the limit of its browser or its network is refused before anything is opened', async () => {
    const browser = visitor()
    const { id: productId } = await aProduct()
    await opened(browser, { productId })
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => order(browser, { productId: 987_654 })),
    )
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(0)
  })
})
