import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CRYPTO_PROVIDERS, type OpenedCharge } from '#shared/payments/contract.ts'
import { aCharge, andTell, charge, pageId, seen, takingAt } from '../../../testing/charges.ts'
import { aUser } from '../../../testing/clients.ts'
import { aProduct } from '../../../testing/products.ts'
import { booksOf, bought } from '../../../testing/purchases.ts'
import { sandbox } from '../../../testing/sandbox.ts'

beforeAll(sandbox.calm)
beforeEach(sandbox.calm)

const paymentsOf = async (userId: number) =>
  (
    await env.DB.prepare('SELECT * FROM payments WHERE user_id = ? ORDER BY id')
      .bind(userId)
      .all<{ status: string; amount_cents: number; payment_provider: string; checkout_id: string }>()
  ).results

test('a crypto charge is 503 without a crypto provider; errors in the order itself are answered first', async () => {
  const user = await aUser({ bindings: takingAt('') })
  const [product, draft] = [await aProduct(), await aProduct({ release: { publishedAt: null } })]
  const ask = async (input: Record<string, unknown>) => {
    const answer = await user.post('/api/coinbase/create-charge', { email: user.email, ...input })
    return [answer.status, answer.message]
  }
  expect(await ask({ productId: product.id, amount: 19.5, referralCode: null })).toEqual([
    503,
    'Crypto payments are not available in this shop right now. Please pay by card.',
  ])
  expect(await ask({ productId: 987_654 })).toEqual([404, 'There is no such product.'])
  expect(await ask({ productId: draft.id })).toEqual([
    422,
    `${draft.name} has no published file, so it cannot be bought.`,
  ])
  expect(await ask({ productId: product.id, email: 'nobody' })).toEqual([
    400,
    'Please enter a valid email address',
  ])
  expect(await paymentsOf(user.id)).toEqual([])
})

describe.each(CRYPTO_PROVIDERS)('a charge at %s', (provider) => {
  // spec: create-charge
  test('is priced by the server, and paying it grants the product once', async () => {
    const { user, paymentId, checkoutId, productId } = await aCharge(provider)
    const { data } = await user.post<OpenedCharge>('/api/coinbase/create-charge', {
      productId,
      email: user.email,
    })
    expect(data.provider).toBe(provider)
    expect(Date.parse(data.expiresAt ?? '')).toBeGreaterThan(Date.now())
    expect(await paymentsOf(user.id)).toMatchObject([
      { status: 'pending', amount_cents: 1950, payment_provider: provider, checkout_id: checkoutId },
    ])
    expect(await seen(user, paymentId)).toMatchObject({ status: 'pending', isCrypto: true, situation: null })
    await andTell(() => sandbox.cryptoPay(checkoutId))
    const books = await booksOf(paymentId)
    expect(books.payment).toMatchObject({ status: 'completed', received_cents: 1950 })
    expect([books.grants.length, books.mails.length]).toEqual([1, 1])
    expect(await seen(user, paymentId)).toMatchObject({
      status: 'completed',
      receivedAmount: 19.5,
      dueAmount: 0,
      excessAmount: 0,
      situation: null,
    })
  })

  test('requested twice at once, with or without a client payment id, is one charge', async () => {
    const user = await aUser({ bindings: takingAt(provider) })
    const [first, second] = [await aProduct(), await aProduct()]
    const [one, two] = await Promise.all([charge(user, first.id), charge(user, first.id)])
    expect(two).toEqual(one)
    const visit = { productId: second.id, email: user.email, clientPaymentId: 'the-same-visit' }
    const send = () => user.post<{ hostedUrl: string }>('/api/coinbase/create-charge', visit)
    const answers = await Promise.all([send(), send()])
    expect(new Set(answers.map(({ data }) => data.hostedUrl)).size).toBe(1)
    expect(await paymentsOf(user.id)).toHaveLength(2)
  })

  test('is refused like a card payment: for an owned product, or at another price than was shown', async () => {
    const user = await aUser({ bindings: takingAt(provider) })
    const product = await aProduct()
    const input = { productId: product.id, email: user.email }
    const cheap = await user.post('/api/coinbase/create-charge', { ...input, amount: 1 })
    expect([cheap.status, cheap.data]).toMatchObject([409, { code: 'price-changed', amount: 19.5 }])
    expect(await paymentsOf(user.id)).toEqual([])
    await bought(user, product.id)
    const again = await user.post('/api/coinbase/create-charge', input)
    expect([again.status, again.data]).toMatchObject([409, { code: 'owned' }])
  })

  test.each(['fail', 'fail-after-accept'] as const)(
    'whose provider does not answer (%s) is opened by the next click, as the same payment with one page',
    async (cryptoApi) => {
      const user = await aUser({ bindings: takingAt(provider) })
      const product = await aProduct()
      const input = { productId: product.id, email: user.email }
      await sandbox.faults({ cryptoApi })
      expect((await user.post('/api/coinbase/create-charge', input)).status).toBe(503)
      await sandbox.calm()
      const { paymentId, checkoutId } = await charge(user, product.id)
      expect(await paymentsOf(user.id)).toMatchObject([{ status: 'pending', checkout_id: checkoutId }])
      const { payment } = await booksOf(paymentId)
      const pages =
        provider === 'coinbase'
          ? (await sandbox.coinbaseCheckouts()).filter(
              ({ metadata }) => metadata?.payment_reference === payment?.reference,
            )
          : (await sandbox.btcpayInvoices()).filter(({ metadata }) => metadata.orderId === payment?.reference)
      expect(pages).toHaveLength(1)
      expect(pageId(pages[0]?.id ?? '')).toBe(checkoutId)
    },
  )
})

test('a buyer who switches from crypto to card has one open checkout of the product', async () => {
  const { user, checkoutId, productId } = await aCharge('coinbase')
  const card = { productId, provider: 'stripe', purchaseType: 'one-time', clientPaymentId: 'by-card-then' }
  const answer = await user.post('/api/payment/create', { ...card, email: user.email })
  expect(answer.status, answer.text).toBe(201)
  const payments = await paymentsOf(user.id)
  expect(payments.map(({ status }) => status)).toEqual(['expired', 'pending'])
  const page = (await sandbox.coinbaseCheckouts()).find(({ id }) => id === checkoutId)
  expect(page?.status).toBe('DEACTIVATED')
})
