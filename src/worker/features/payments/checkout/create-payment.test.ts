import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import { LIFETIME_ID, PREMIUM_ID } from '#shared/catalogue/contract.ts'
import { TERMS_VERSION } from '#shared/legal/versions-rules.ts'
import type { CreatePayment, PaymentView } from '#shared/payments/contract.ts'
import { batchOf } from '../../../db/account-batch.ts'
import { openDb } from '../../../db/client.ts'
import { intercepted } from '../../../db/intercepted.ts'
import { withDeployedLimits } from '../../../testing/catalogue/limits.ts'
import { takingAt } from '../../../testing/charges.ts'
import { aRegisteredUser, aUser, type SignedIn, visitor } from '../../../testing/clients.ts'
import { stopClock } from '../../../testing/clock.ts'
import { aProduct, stockPlans } from '../../../testing/products.ts'
import { booksOf, bought, deliver, happens, sessionsOf } from '../../../testing/purchases.ts'
import { sandbox } from '../../../testing/sandbox.ts'
import { depsOf, unique } from '../../../testing/shop.ts'
import { createPayment } from './create-payment.ts'
import type { CreatePaymentInput } from './quote-order.ts'

beforeAll(sandbox.calm)
beforeAll(stockPlans)

const CREATE = '/api/payment/create'
type Created = { id: number; url: string }

const inputOf = (user: SignedIn, productId: number, more: Partial<CreatePayment> = {}) => ({
  productId,
  provider: 'stripe',
  email: user.email,
  clientPaymentId: unique('visit'),
  purchaseType: 'one-time',
  ...more,
})

const paymentsOf = async (userId: number) =>
  (
    await env.DB.prepare('SELECT * FROM payments WHERE user_id = ?')
      .bind(userId)
      .all<{ id: number; amount_cents: number; coupon_id: number | null; referrer_id: number | null }>()
  ).results

test('an order stores the version of the terms that its buyer accepted, and so does an account', async () => {
  const user = await aRegisteredUser()
  const { paymentId } = await bought(user, (await aProduct()).id)
  const { payment } = await booksOf(paymentId)
  expect(payment?.terms_version).toBe(TERMS_VERSION)
  const account = await env.DB.prepare('SELECT terms_version FROM users WHERE id = ?').bind(user.id).first()
  expect(account).toEqual({ terms_version: TERMS_VERSION })
})

describe('one client payment id is one payment', () => {
  // spec: client-payment-id
  test('ten requests at once with the same id open one checkout with one URL', async () => {
    const user = await aUser()
    const input = inputOf(user, (await aProduct()).id)
    const answers = await Promise.all(Array.from({ length: 10 }, () => user.post<Created>(CREATE, input)))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(201))
    expect(new Set(answers.map(({ data }) => data.url)).size).toBe(1)
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1)

    const again = await user.post<Created>(CREATE, input)
    expect(again.data).toEqual(answers[0]?.data)
    expect(await paymentsOf(user.id)).toHaveLength(1)
    expect(await sessionsOf(again.data.id)).toHaveLength(1)
  })

  test('a failed read of the product leaves its open page payable', async () => {
    const user = await aUser()
    const input = inputOf(user, (await aProduct()).id)
    const { data } = await user.post<Created>(CREATE, input)
    const DB = intercepted(env.DB, () => Promise.reject(new Error('D1 is down')))
    const deps = depsOf({ ...env, DB })
    const answer = createPayment(
      deps,
      batchOf(deps.db, user.id),
      { ...input, provider: 'stripe' } as CreatePaymentInput,
      Date.now(),
    )
    await expect(answer).rejects.toThrow()
    expect((await sessionsOf(data.id)).map(({ status }) => status)).toEqual(['open'])
    expect((await user.post<Created>(CREATE, input)).data).toEqual(data)
  })

  test('another buyer with the same id gets a payment of their own', async () => {
    const [one, other] = [await aUser(), await aUser()]
    const product = await aProduct()
    const clientPaymentId = unique('visit')
    const first = await one.post<Created>(CREATE, inputOf(one, product.id, { clientPaymentId }))
    const second = await other.post<Created>(CREATE, inputOf(other, product.id, { clientPaymentId }))
    expect(second.status).toBe(201)
    expect(second.data.id).not.toBe(first.data.id)
    expect(second.data.url).not.toBe(first.data.url)
  })

  test('an id is refused with another address or another provider, and its first order stays open', async () => {
    const user = await aUser({ bindings: takingAt('coinbase') })
    const product = await aProduct()
    const input = inputOf(user, product.id)
    const { data } = await user.post<Created>(CREATE, input)
    const charge = { productId: product.id, email: user.email, clientPaymentId: input.clientPaymentId }
    const answers = [
      await user.post(CREATE, { ...input, email: `other-${user.email}` }),
      await user.post('/api/coinbase/create-charge', charge),
    ]
    for (const { status, message } of answers) {
      expect([status, message]).toEqual([
        409,
        'This checkout was opened with another email address or way to pay. Please start again.',
      ])
    }
    const same = await user.post<Created>(CREATE, { ...input, email: user.email.toUpperCase() })
    expect(same.data).toEqual(data)
    expect(await paymentsOf(user.id)).toHaveLength(1)
    expect((await sessionsOf(data.id)).map(({ status }) => status)).toEqual(['open'])
  })

  test('an id is refused for another product, and again after its payment was completed', async () => {
    const user = await aUser()
    const [product, other] = [await aProduct(), await aProduct()]
    const input = inputOf(user, product.id)
    const { data } = await user.post<Created>(CREATE, input)
    const swapped = await user.post(CREATE, { ...input, productId: other.id })
    expect([swapped.status, swapped.message]).toEqual([
      409,
      'This checkout belongs to another product. Please start again.',
    ])
    const events = await sandbox.eventsOf(() => sandbox.pay(data.url.split('/').at(-1) ?? ''))
    for (const { id } of events) await deliver(await sandbox.signed(id))
    const repeated = await user.post(CREATE, input)
    expect([repeated.status, repeated.message]).toEqual([
      409,
      'This checkout was paid already. Its order is in your dashboard.',
    ])
  })
})

describe('one open checkout of a product per buyer', () => {
  test('five tabs that request another offer at once leave one open page, and none is refused as paid', async () => {
    const user = await aUser()
    const product = await aProduct()
    const first = await user.post(CREATE, inputOf(user, product.id))
    expect(first.status).toBe(201)
    const email = `other-${user.email}`
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => user.post(CREATE, inputOf(user, product.id, { email }))),
    )
    for (const { status } of answers) expect([201, 409]).toContain(status)
    expect(answers.some(({ status }) => status === 201)).toBe(true)
    for (const { message } of answers) expect(message ?? '').not.toContain('already paid')
    const open = await env.DB.prepare("SELECT id FROM payments WHERE user_id = ? AND status = 'pending'")
      .bind(user.id)
      .all()
    expect(open.results).toHaveLength(1)
  })

  // invariant: one-open-checkout
  test('several tabs get the same page, also ten of them at once', async () => {
    const user = await aUser()
    const product = await aProduct()
    const tabs = Array.from({ length: 10 }, () => user.post<Created>(CREATE, inputOf(user, product.id)))
    const answers = await Promise.all(tabs)
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(201))
    expect(new Set(answers.map(({ data }) => data.url)).size).toBe(1)
    const late = await user.post<Created>(CREATE, inputOf(user, product.id))
    expect(late.data).toEqual(answers[0]?.data)
    expect(await paymentsOf(user.id)).toHaveLength(1)
    expect(await sessionsOf(late.data.id)).toHaveLength(1)
    // Another product gets another checkout.
    expect((await user.post<Created>(CREATE, inputOf(user, (await aProduct()).id))).data.id).not.toBe(
      late.data.id,
    )
  })

  test('another offer closes the old page permanently before it opens a new one', async () => {
    const user = await aUser()
    const product = await aProduct()
    const first = await user.post<Created>(CREATE, inputOf(user, product.id))
    const second = await user.post<Created>(CREATE, inputOf(user, product.id, { email: 'other@mail.test' }))
    expect(second.status).toBe(201)
    expect(second.data.id).not.toBe(first.data.id)
    expect((await sessionsOf(first.data.id)).map(({ status }) => status)).toEqual(['expired'])
    expect((await sessionsOf(second.data.id)).map(({ status }) => status)).toEqual(['open'])
    expect((await booksOf(first.data.id)).payment?.status).toBe('expired')
    // The price changed: the old page would collect the old price.
    await env.DB.prepare('UPDATE scripts SET price_cents = 9900 WHERE id = ?').bind(product.id).run()
    const dearer = await user.post<Created>(CREATE, inputOf(user, product.id, { email: 'other@mail.test' }))
    expect((await sessionsOf(second.data.id)).map(({ status }) => status)).toEqual(['expired'])
    expect((await sessionsOf(dearer.data.id))[0]?.amount_total).toBe(9900)
  })

  // invariant: server-price
  test('a catalogue in memory with an old price or a deleted product decides nothing: the database does', async () => {
    const user = await aUser()
    const product = await aProduct({ priceCents: 1000 })
    const shown = async () =>
      (await visitor().get<{ price: number }>(`/api/products/${product.id}`)).data.price
    stopClock()
    await shown()
    await withDeployedLimits(async () => {
      await env.DB.prepare('UPDATE scripts SET price_cents = 4000 WHERE id = ?').bind(product.id).run()
      expect(await shown()).toBe(10)
      const old = await user.post(CREATE, inputOf(user, product.id, { finalAmount: 10 }))
      expect([old.status, old.data]).toMatchObject([409, { code: 'price-changed', amount: 40 }])
      const { data } = await user.post<Created>(CREATE, inputOf(user, product.id, { finalAmount: 40 }))
      expect((await sessionsOf(data.id))[0]?.amount_total).toBe(4000)
      await env.DB.prepare('UPDATE scripts SET is_deleted = 1 WHERE id = ?').bind(product.id).run()
      expect(await shown()).toBe(10)
      expect((await (await aUser()).post(CREATE, inputOf(user, product.id))).status).toBe(404)
    })
  })

  test.each([
    ['paid', 'owned', 'completed'],
    ['being confirmed', 'confirming', 'pending'],
    ['odd', 'in-review', 'pending'],
  ] as const)(
    'money that is already %s at the old page is not requested again',
    async (how, code, status) => {
      const user = await aUser()
      const product = await aProduct()
      const first = await user.post<Created>(CREATE, inputOf(user, product.id))
      const checkoutId = first.data.url.split('/').at(-1) ?? ''
      if (how === 'odd') await sandbox.faults({ tamper: { amount: 1 } })
      if (how === 'being confirmed') await sandbox.payLater(checkoutId)
      else await sandbox.pay(checkoutId)

      for (let click = 0; click < 2; click++) {
        const again = await user.post<{ code: string }>(
          CREATE,
          inputOf(user, product.id, { email: 'other@mail.test' }),
        )
        expect([again.status, again.data.code]).toEqual([409, code])
      }
      const [only, ...more] = await paymentsOf(user.id)
      expect([only?.id, more]).toEqual([first.data.id, []])
      const books = await booksOf(first.data.id)
      expect([books.payment?.status, books.grants.length]).toEqual([status, how === 'paid' ? 1 : 0])
    },
  )

  test('a delayed payment is shown, and refuses a new one with its own id until its money arrives', async () => {
    const user = await aUser()
    const product = await aProduct()
    const input = inputOf(user, product.id)
    const first = await user.post<Created>(CREATE, input)
    const { id } = first.data
    const checkoutId = first.data.url.split('/').at(-1) ?? ''
    const open = async () => (await user.get<PaymentView[]>('/api/payment/open')).data
    expect(await open()).toEqual([])
    await happens(() => sandbox.payLater(checkoutId))
    expect(await open()).toMatchObject([{ id, isProcessing: true, status: 'pending' }])
    for (const again of [
      input,
      inputOf(user, product.id),
      inputOf(user, product.id, { email: 'other@mail.test' }),
    ]) {
      const answer = await user.post(CREATE, again)
      expect([answer.status, answer.data]).toEqual([409, { code: 'confirming', paymentId: id }])
    }
    await happens(() => sandbox.moneyArrives(checkoutId))
    expect(await open()).toEqual([])
    expect((await booksOf(id)).payment?.status).toBe('completed')
  })

  test('while Stripe cannot close the old page, no new one opens', async () => {
    const user = await aUser()
    const product = await aProduct()
    await user.post<Created>(CREATE, inputOf(user, product.id))
    await sandbox.faults({ stripeApi: 'fail' })
    const down = await user.post(CREATE, inputOf(user, product.id, { email: 'other@mail.test' }))
    await sandbox.faults({ stripeApi: 'ok' })
    expect(down.status).toBe(503)
    expect((await paymentsOf(user.id)).length).toBe(1)
  })
})

describe('the server decides the price and the owner', () => {
  // invariant: server-price
  // spec: call-payment-create
  test('a forged user id, amount, discount, status or admin flag changes neither price nor owner', async () => {
    const [user, victim] = [await aUser(), await aUser()]
    const product = await aProduct({ priceCents: 4999 })
    const { status, data, text } = await user.post<Created>(CREATE, {
      ...inputOf(user, product.id),
      userId: victim.id,
      amount: 0.01,
      price: 1,
      discountAmount: 49.98,
      originalAmount: 0.01,
      status: 'completed',
      isAdmin: true,
    })
    expect(status, text).toBe(201)
    const { payment, grants } = await booksOf(data.id)
    expect(payment).toMatchObject({ user_id: user.id, amount_cents: 4999, status: 'pending' })
    expect(grants).toEqual([])
    expect(await paymentsOf(victim.id)).toEqual([])
    const [session] = await sessionsOf(data.id)
    expect(session).toMatchObject({
      amount_total: 4999,
      currency: 'usd',
      mode: 'payment',
      customer_email: user.email,
    })
  })

  test('a final amount that differs from the price answers with the current price and opens nothing', async () => {
    const user = await aUser()
    const product = await aProduct({ priceCents: 2999 })
    for (const finalAmount of [0.01, 0, 29.98, 30, -29.99]) {
      const answer = await user.post(CREATE, inputOf(user, product.id, { finalAmount }))
      expect(answer.status, String(finalAmount)).toBe(409)
      expect(answer.data).toEqual({ code: 'price-changed', amount: 29.99, originalAmount: 29.99 })
      expect(answer.message).toBe('The price has changed. Please check it and confirm again.')
    }
    expect(await paymentsOf(user.id)).toEqual([])
    expect((await user.post(CREATE, inputOf(user, product.id, { finalAmount: 29.99 }))).status).toBe(201)
  })

  test('an invalid coupon is refused and opens nothing', async () => {
    const user = await aUser()
    const answer = await user.post(CREATE, inputOf(user, (await aProduct()).id, { couponId: 987_654 }))
    expect([answer.status, answer.message]).toEqual([409, 'This coupon code is not valid.'])
    expect(answer.data).toEqual({ code: 'coupon-refused', amount: 19.5, originalAmount: 19.5 })
    expect(await paymentsOf(user.id)).toEqual([])
  })

  test('an account that is deleted after its login was checked opens nothing', async () => {
    const user = await aUser()
    const product = await aProduct()
    await env.DB.prepare('UPDATE users SET deleted_at = 1 WHERE id = ?').bind(user.id).run()
    const input = {
      ...inputOf(user, product.id),
      provider: 'stripe' as const,
      purchaseType: 'one-time' as const,
    }
    const late = createPayment(depsOf(), batchOf(openDb(env.DB), user.id), input, Date.now())
    await expect(late).rejects.toMatchObject({ status: 401 })
    expect(await paymentsOf(user.id)).toEqual([])
  })
})

describe('a refused order', () => {
  test('is 422 for a wrong purchase type, 404 for an unknown or hidden product, 400 for an invalid body', async () => {
    const user = await aUser()
    const hidden = await aProduct({ isDeleted: true })
    const oneTime = await aProduct({ name: 'Solo' })
    const refusals = [
      [
        inputOf(user, oneTime.id, { purchaseType: 'subscription' }),
        422,
        'Solo is a one-time purchase, not a subscription.',
      ],
      [inputOf(user, PREMIUM_ID), 422, 'Premium Subscription is sold as a monthly subscription.'],
      [
        inputOf(user, LIFETIME_ID, { purchaseType: 'subscription' }),
        422,
        'Lifetime Plan is a one-time purchase, not a subscription.',
      ],
      [inputOf(user, 987654), 404, 'There is no such product.'],
      [inputOf(user, hidden.id), 404, 'There is no such product.'],
      [{ ...inputOf(user, oneTime.id), provider: 'cash' }, 400, 'This payment method is not available'],
      [inputOf(user, oneTime.id, { email: 'nobody' }), 400, 'Please enter a valid email address'],
      [{ ...inputOf(user, oneTime.id), productId: '1; drop table payments' }, 400, null],
      [{ ...inputOf(user, oneTime.id), purchaseType: 'gift' }, 400, null],
      [inputOf(user, -1), 400, null],
      [null, 400, null],
    ] as const
    for (const [input, status, message] of refusals) {
      const answer = await user.post(CREATE, input)
      expect(answer.status, JSON.stringify(input)).toBe(input === null ? 400 : status)
      expect(answer.success).toBe(false)
      if (message) expect(answer.message).toBe(message)
    }
    expect(await paymentsOf(user.id)).toEqual([])
  })

  test('is 422 for a product that has no file yet', async () => {
    const user = await aUser()
    const product = await aProduct({ name: 'Soon', release: { publishedAt: null } })
    const answer = await user.post(CREATE, inputOf(user, product.id))
    expect([answer.status, answer.message]).toEqual([
      422,
      'Soon has no published file, so it cannot be bought.',
    ])
    expect(await paymentsOf(user.id)).toEqual([])
  })

  test('is 422 with Stripe’s reason where Stripe refuses the checkout', async () => {
    const user = await aUser()
    const cheap = await aProduct({ priceCents: 10 })
    const answer = await user.post(CREATE, inputOf(user, cheap.id))
    expect(answer.status).toBe(422)
    expect(answer.message).toContain('at least 50 cents')
  })

  test('is 409 for an owned product, a running subscription, and any product with Lifetime', async () => {
    const user = await aUser()
    const product = await aProduct()
    await bought(user, product.id)
    const owned = await user.post(CREATE, inputOf(user, product.id))
    expect([owned.status, owned.message]).toEqual([
      409,
      'You already own this product. It is in your dashboard.',
    ])

    await bought(user, PREMIUM_ID, 'subscription')
    const twice = await user.post(CREATE, inputOf(user, PREMIUM_ID, { purchaseType: 'subscription' }))
    expect([twice.status, twice.message]).toEqual([
      409,
      'You already have an active subscription to this product.',
    ])
    // A product that Premium opens as well is still owned.
    expect((await user.post(CREATE, inputOf(user, product.id))).message).toBe(owned.message)
    // Premium opens this product only while Premium runs: buying the product to keep it is allowed.
    const keep = await aProduct()
    expect((await user.post(CREATE, inputOf(user, keep.id))).status).toBe(201)

    await bought(user, LIFETIME_ID)
    const included = await user.post(CREATE, inputOf(user, keep.id))
    expect([included.status, included.message]).toEqual([
      409,
      'Your Lifetime plan already includes this product.',
    ])
  })

  test('is 401, 403 or 415 before the body is read, then 400 or 413, and stores nothing', async () => {
    const user = await aUser()
    const input = inputOf(user, (await aProduct()).id)
    const body = JSON.stringify(input)
    const json = { 'content-type': 'application/json' }
    const refusals = [
      ['signed out', 401, () => visitor().post(CREATE, input)],
      ['signed out, no JSON', 401, () => visitor().fetch('POST', CREATE, json, '{')],
      ['foreign origin', 403, () => user.post(CREATE, input, { origin: 'https://evil.test' })],
      ['our name in another', 403, () => user.post(CREATE, input, { origin: 'http://shop.test.evil.test' })],
      ['another scheme', 403, () => user.post(CREATE, input, { origin: 'https://shop.test' })],
      ['opaque origin', 403, () => user.post(CREATE, input, { origin: 'null' })],
      ['no origin', 403, () => user.post(CREATE, input, { origin: '' })],
      ['cross-site', 403, () => user.post(CREATE, input, { origin: '', 'sec-fetch-site': 'cross-site' })],
      ['a form', 415, () => user.fetch('POST', CREATE, { 'content-type': 'text/plain' }, body)],
      [
        'a form of a page',
        415,
        () => user.fetch('POST', CREATE, { 'content-type': 'application/x-www-form-urlencoded' }, body),
      ],
      ['no type', 415, () => user.fetch('POST', CREATE, {}, new TextEncoder().encode(body))],
      ['half a JSON', 400, () => user.fetch('POST', CREATE, json, body.slice(0, -1))],
      ['an empty body', 400, () => user.fetch('POST', CREATE, json, '')],
      ['a huge body', 413, () => user.post(CREATE, { ...input, padding: 'x'.repeat(70_000) })],
    ] as const
    for (const [name, status, attempt] of refusals) expect((await attempt()).status, name).toBe(status)
    expect(await paymentsOf(user.id)).toEqual([])
    // A page of ours that sends no Origin header is identified by Fetch Metadata.
    const own = await user.post(CREATE, input, { origin: '', 'sec-fetch-site': 'same-origin' })
    expect(own.status).toBe(201)
  })
})

describe('while Stripe is down', () => {
  test.each([['fail'], ['fail-after-accept']] as const)(
    'a request is 503 (%s), and works afterwards with one payment and one session',
    async (stripeApi) => {
      const user = await aUser()
      const input = inputOf(user, (await aProduct()).id)
      await sandbox.faults({ stripeApi })
      const down = await user.post(CREATE, input)
      expect(down.status).toBe(503)
      expect(down.headers.get('retry-after')).toBe('5')
      expect(down.message).toContain('Nothing was charged')
      await sandbox.faults({ stripeApi: 'ok' })

      const [first, second] = await Promise.all([
        user.post<Created>(CREATE, input),
        user.post<Created>(CREATE, input),
      ])
      expect([first.status, second.status]).toEqual([201, 201])
      expect(first.data).toEqual(second.data)
      expect(await paymentsOf(user.id)).toHaveLength(1)
      expect(await sessionsOf(first.data.id)).toHaveLength(1)
    },
  )

  test('a product that is renamed after Stripe’s response was lost can be bought', async () => {
    const user = await aUser()
    const product = await aProduct()
    const input = inputOf(user, product.id)
    await sandbox.faults({ stripeApi: 'fail-after-accept' })
    expect((await user.post(CREATE, input)).status).toBe(503)
    await sandbox.faults({ stripeApi: 'ok' })
    await env.DB.prepare("UPDATE scripts SET name = 'Another name' WHERE id = ?").bind(product.id).run()
    const made = await user.post<Created>(CREATE, input)
    expect(made.status, made.text).toBe(201)
    expect(await paymentsOf(user.id)).toHaveLength(1)
  })
})
