import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { LIFETIME_ID, PREMIUM_ID } from '#shared/catalogue/contract.ts'
import { HOUR, MINUTE } from '#shared/core/time.ts'
import { commit } from '../../../db/client.ts'
import type { Env } from '../../../providers/env.ts'
import { aUser, visitor } from '../../../testing/clients.ts'
import { patience, runs } from '../../../testing/depth.ts'
import { readHub } from '../../../testing/hubs.ts'
import { aMailbox, CONFIRM, FILE_LINK, filePathOf } from '../../../testing/mailbox.ts'
import { aProduct, stockPlans } from '../../../testing/products.ts'
import { booksOf, deliver } from '../../../testing/purchases.ts'
import { type SandboxEvent, sandbox } from '../../../testing/sandbox.ts'
import { consume, depsOf, unique, withPausedQueue } from '../../../testing/shop.ts'
import { connect, until } from '../../../testing/sockets.ts'
import { sweepPayments } from '../unsettled/sweep-payments.ts'
import { sweepEvents } from '../webhooks/sweep-events.ts'
import { attachGuestPurchases } from './attach-guest-purchases.ts'
import { sweepGuestPurchases } from './sweep-guest-purchases.ts'

beforeAll(sandbox.calm)
beforeAll(stockPlans)

const anAddress = () => `${unique('guest')}@mail.test`

async function paymentsOf(email: string) {
  const rows = await env.DB.prepare('SELECT * FROM payments WHERE email = ?').bind(email).all<{
    id: number
    user_id: number | null
    status: string
    flagged_reason: string | null
    amount_cents: number
    subscription_id: number | null
  }>()
  return rows.results
}

/** The one payment of this address; more than one is a defect. */
async function paymentOf(email: string) {
  const [payment, ...more] = await paymentsOf(email)
  expect(more).toEqual([])
  if (!payment) throw new Error('No payment was stored')
  return payment
}

const outcomeOf = async ({ id }: SandboxEvent) =>
  env.DB.prepare('SELECT handled_at, outcome FROM webhook_events WHERE event_id = ?')
    .bind(id)
    .first<{ handled_at: number | null; outcome: string | null }>()

const completed = (events: SandboxEvent[]): SandboxEvent => {
  const found = events.find(({ type }) => type === 'checkout.session.completed')
  if (!found) throw new Error('The sandbox told of no completed session')
  return found
}

const send = async ({ id }: SandboxEvent, bindings: Env = env) => deliver(await sandbox.signed(id), bindings)

/** Pays at a pay page and lets every event arrive. */
async function aGuestPurchase(plan: string, email = anAddress()) {
  const events = await sandbox.eventsOf(() => sandbox.payByLink(plan, email))
  for (const event of events) expect((await send(event)).status).toBe(200)
  return { email, events, ...(await paymentOf(email)) }
}

const confirm = (userId: number) =>
  env.DB.prepare('UPDATE users SET email_verified_at = 1 WHERE id = ?').bind(userId).run()

/** An account with this address, confirmed or not. */
async function anAccount(email: string, { confirmed }: { confirmed: boolean }) {
  const user = await aUser()
  await env.DB.prepare(
    'UPDATE users SET email = ?1, email_key = lower(?1), email_identity = lower(?1) WHERE id = ?2',
  )
    .bind(email, user.id)
    .run()
  if (confirmed) await confirm(user.id)
  return user
}

/** Sweeps in three successive minutes, so that each slice of payments is read. */
async function sweepAll() {
  let attached = 0
  for (let minute = 0; minute < 3; minute++)
    attached += await sweepGuestPurchases(depsOf(env), Date.now() + minute * MINUTE)
  return attached
}

test('an account gets its guest purchases from two callers in the same millisecond, and neither fails', async () => {
  const { email } = await aGuestPurchase('lifetime')
  const { id: userId } = await anAccount(email, { confirmed: true })
  const [deps, now] = [depsOf(env), Date.now()]
  const owner = { userId, emailKey: email.toLowerCase() }
  const claims = [await attachGuestPurchases(deps, owner, now), await attachGuestPurchases(deps, owner, now)]
  for (const writes of claims) await commit(deps.db, writes)
  expect((await paymentOf(email)).user_id).toBe(userId)
})

describe('a purchase at a pay page', () => {
  test.each([
    ['lifetime', LIFETIME_ID, 29_999],
    ['premium', PREMIUM_ID, 2999],
  ])(
    'of %s gives a grant without an account and one mail, whose link opens the file',
    async (plan, productId, cents) => {
      const held = withPausedQueue()
      const email = anAddress()
      const events = await sandbox.eventsOf(() => sandbox.payByLink(plan, email))
      for (const event of events) expect((await send(event, held.bindings)).status).toBe(200)
      const payment = await paymentOf(email)
      expect(payment).toMatchObject({ user_id: null, status: 'completed', amount_cents: cents })
      expect(payment.subscription_id === null).toBe(plan === 'lifetime')
      const books = await booksOf(payment.id)
      expect(books.grants).toMatchObject([{ user_id: null, script_id: productId, is_active: 1 }])
      expect(books.history).toEqual([{ kind: 'settled', source: 'webhook' }])

      await consume(held.sent, {}, held.bindings)
      const [mail, ...more] = await sandbox.mails(email)
      expect(more).toEqual([])
      const link = mail?.links.find((one) => one.includes(FILE_LINK)) ?? ''
      const path = filePathOf(link)
      expect((await visitor().fetch('GET', path)).status).toBe(200)
      expect((await visitor().fetch('GET', path.replace(/token=.*/, ''))).status).toBe(401)
    },
  )

  test(
    'is one payment, one grant and one mail for repeated events in any order and at the same time',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom('premium', 'lifetime'),
          fc.infiniteStream(fc.nat()),
          fc.boolean(),
          async (plan, shuffle, together) => {
            const { bindings, sent } = withPausedQueue()
            const email = anAddress()
            const events = await sandbox.eventsOf(() => sandbox.payByLink(plan, email))
            const steps = [...events, ...events, ...events]
              .map((event) => ({ event, at: shuffle.next().value ?? 0 }))
              .sort((a, b) => a.at - b.at)
              .map(
                ({ event }) =>
                  async () =>
                    expect((await send(event, bindings)).status).toBe(200),
              )
            if (together) await Promise.all(steps.map((step) => step()))
            else for (const step of steps) await step()
            await sweepEvents(depsOf(bindings), Date.now() + HOUR)

            const { id } = await paymentOf(email)
            for (let copy = 0; copy < 2; copy++) await consume(sent, {}, bindings)
            const books = await booksOf(id)
            expect(books.history.map(({ kind }) => kind)).toEqual(['settled'])
            expect([books.grants.length, books.mails.length]).toEqual([1, 1])
            expect(await sandbox.mails(email)).toHaveLength(1)
          },
        ),
        runs(2),
      )
    },
    patience(60_000),
  )

  test('opens one payment for twenty deliveries of its event at once', async () => {
    const email = anAddress()
    const event = completed(await sandbox.eventsOf(() => sandbox.payByLink('lifetime', email)))
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(event)))
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    const books = await booksOf((await paymentOf(email)).id)
    expect([books.grants.length, books.mails.length, books.alerts.length]).toEqual([1, 1, 0])
  })

  test('with another amount than the product’s price grants nothing, is flagged and notifies support', async () => {
    const email = anAddress()
    await sandbox.faults({ tamper: { amount: 100 } })
    const events = await sandbox.eventsOf(() => sandbox.payByLink('lifetime', email))
    for (const event of events) await send(event)
    for (const event of events) await send(event)
    const { id, flagged_reason: reason } = await paymentOf(email)
    expect(reason).toBe('$1.00 was paid, but the price is $299.99')
    const books = await booksOf(id)
    expect([books.grants, books.mails, books.alerts.length]).toEqual([[], [], 1])
  })

  test('that charges monthly for a one-time product is flagged', async () => {
    const product = await aProduct({ priceCents: 2999 })
    const email = anAddress()
    for (const event of await sandbox.eventsOf(() => sandbox.payByLink('premium', email, product.id)))
      await send(event)
    const { flagged_reason: reason, id } = await paymentOf(email)
    expect(reason).toBe('Paid as a subscription, sold as a one-time purchase')
    expect((await booksOf(id)).grants).toEqual([])
  })

  test('of an unknown product is recorded with its event and opens no payment', async () => {
    const email = anAddress()
    const event = completed(await sandbox.eventsOf(() => sandbox.payByLink('monad', email, 987_654)))
    expect((await send(event)).status).toBe(200)
    expect(await outcomeOf(event)).toEqual({
      handled_at: expect.any(Number),
      outcome: 'unmatched: no product 987654',
    })
    expect(await paymentsOf(email)).toEqual([])
  })

  test('while the mail provider is down gets its mail later', async () => {
    const { bindings, sent } = withPausedQueue()
    const email = anAddress()
    await sandbox.faults({ mail: 'fail', mailFailures: 1 })
    for (const event of await sandbox.eventsOf(() => sandbox.payByLink('lifetime', email)))
      await send(event, bindings)
    const { id } = await paymentOf(email)
    await consume(sent, {}, bindings)
    expect(await sandbox.mails(email)).toEqual([])
    expect((await booksOf(id)).mails).toMatchObject([{ status: 'retrying', to_address: email }])
    await env.DB.prepare('UPDATE email_deliveries SET due_at = 1 WHERE payment_id = ?').bind(id).run()
    await consume(sent, {}, bindings)
    expect(await sandbox.mails(email)).toHaveLength(1)
    expect((await booksOf(id)).mails).toMatchObject([{ status: 'sent' }])
  })

  test('while Stripe does not answer opens a payment that the sweep settles', async () => {
    const email = anAddress()
    const event = completed(await sandbox.eventsOf(() => sandbox.payByLink('lifetime', email)))
    await sandbox.faults({ stripeApi: 'fail' })
    await expect(send(event)).rejects.toThrow('Stripe did not answer')
    await sandbox.faults({ stripeApi: 'ok', stripeApiFailures: null })
    const { id, status } = await paymentOf(email)
    expect(status).toBe('pending')
    const deps = depsOf()
    await sweepPayments(deps, Date.now() + 2 * MINUTE)
    await deps.idle()
    const books = await booksOf(id)
    expect(books.history).toEqual([{ kind: 'settled', source: 'sweep' }])
    expect([books.grants.length, books.mails.length]).toEqual([1, 1])
  })

  test('that is abandoned opens no payment, also when its session expires', async () => {
    const before = await env.DB.prepare('SELECT count(*) AS n FROM payments').first<{ n: number }>()
    const page = await env.SANDBOX?.fetch('http://shop.test/sandbox/pay/lifetime/card')
    const checkoutId = /checkout\/(cs_\w+)\/pay/.exec((await page?.text()) ?? '')?.[1] ?? ''
    const events = await sandbox.eventsOf(() => sandbox.expire(checkoutId))
    expect(events.map(({ type }) => type)).toEqual(['checkout.session.expired'])
    for (const event of events) expect((await send(event)).status).toBe(200)
    const after = await env.DB.prepare('SELECT count(*) AS n FROM payments').first<{ n: number }>()
    expect(after).toEqual(before)
  })
})

describe('a guest purchase', () => {
  test('belongs at once to the account that has confirmed its address, and its screens are notified', async () => {
    const email = anAddress()
    const user = await anAccount(email, { confirmed: true })
    const { id } = await aGuestPurchase('premium', email)
    expect(await paymentOf(email)).toMatchObject({ user_id: user.id })
    expect((await booksOf(id)).grants).toMatchObject([{ user_id: user.id }])
    expect((await user.get(`/api/download/file/${PREMIUM_ID}`)).status).toBe(200)
    expect((await readHub(user.id)).kept.map((one) => one.id)).toEqual([`purchase-${id}`])
    const owner = await env.DB.prepare('SELECT user_id FROM subscriptions WHERE email = ?')
      .bind(email)
      .first()
    expect(owner).toEqual({ user_id: user.id })
  })

  test('is attached once, and only after the account has confirmed its address', async () => {
    const email = anAddress().toUpperCase()
    const user = await anAccount(email, { confirmed: false })
    const { id } = await aGuestPurchase('premium', email)
    expect(await sweepAll()).toBe(0)
    expect((await user.get(`/api/download/file/${PREMIUM_ID}`)).status).toBe(403)

    await confirm(user.id)
    expect(await sweepAll()).toBe(1)
    expect(await sweepAll()).toBe(0)
    expect((await booksOf(id)).payment?.user_id).toBe(user.id)
    expect((await booksOf(id)).grants).toMatchObject([{ user_id: user.id }])
    const owner = await env.DB.prepare('SELECT user_id FROM subscriptions WHERE email = ?')
      .bind(email)
      .first()
    expect(owner).toEqual({ user_id: user.id })
    expect((await user.get(`/api/download/file/${PREMIUM_ID}`)).status).toBe(200)
    expect((await user.get<unknown[]>('/api/user/purchases')).data).toHaveLength(1)
  })

  test('is attached when the confirmation link is opened, and other open screens are refreshed', async () => {
    const box = aMailbox()
    const user = await aUser({ bindings: box.bindings })
    const { id } = await aGuestPurchase('lifetime', user.email)
    const socket = await connect(user)
    await user.post('/api/auth/resend-verification', {})
    const token = await box.token(user.email, CONFIRM)
    expect((await user.post('/api/auth/verify-email', { token })).status).toBe(200)
    expect(await paymentOf(user.email)).toMatchObject({ id, user_id: user.id })
    await until(() => socket.texts.some((text) => text.includes('dashboard_refresh')))
  })

  test('under a tagged form of the confirmed address is not attached', async () => {
    const email = anAddress()
    const user = await anAccount(email, { confirmed: false })
    const [own, tagged] = [
      await aGuestPurchase('lifetime', email),
      await aGuestPurchase('lifetime', email.replace('@', '+more@')),
    ]
    await confirm(user.id)
    expect(await sweepAll()).toBe(1)
    expect((await booksOf(own.id)).payment?.user_id).toBe(user.id)
    expect((await booksOf(tagged.id)).payment?.user_id).toBeNull()
    expect((await booksOf(tagged.id)).grants).toMatchObject([{ user_id: null }])
  })

  test('with only partial payments is attached after its pages have closed, and blocks no other account', async () => {
    const { id: productId } = await aProduct({ priceCents: 4900 })
    const email = anAddress()
    const user = await anAccount(email, { confirmed: true })
    const pages = [
      await sandbox.openCryptoLink('monad', email, productId),
      await sandbox.openCryptoLink('monad', email, productId),
    ]
    const tell = async (doing: () => Promise<unknown>) => {
      for (const event of await sandbox.eventsOf(doing)) expect((await send(event)).status).toBe(200)
    }
    for (const page of pages) await tell(() => sandbox.cryptoSend(page, '1.00'))
    expect((await paymentsOf(email)).map(({ status }) => status)).toEqual(['pending', 'pending'])
    const { email: other } = await aGuestPurchase('lifetime')
    const later = await anAccount(other, { confirmed: true })
    expect(await sweepAll()).toBe(1)
    expect((await paymentOf(other)).user_id).toBe(later.id)
    for (const page of pages) await tell(() => sandbox.cryptoExpire(page))
    expect(await sweepAll()).toBe(1)
    expect((await paymentsOf(email)).map((payment) => payment.user_id)).toEqual([user.id, user.id])
  })

  test('is not attached to a tagged or different address, nor to a second owner', async () => {
    const email = anAddress()
    const tagged = await anAccount(email.replace('@', '+more@'), { confirmed: true })
    const { id } = await aGuestPurchase('lifetime', email)
    const owner = await anAccount(anAddress(), { confirmed: true })
    expect(await sweepAll()).toBe(0)
    expect((await booksOf(id)).payment?.user_id).toBeNull()
    await env.DB.prepare('UPDATE payments SET user_id = ? WHERE id = ?').bind(owner.id, id).run()
    await env.DB.prepare('UPDATE users SET email_key = ?1 WHERE id = ?2').bind(email, tagged.id).run()
    expect(await sweepAll()).toBe(0)
    expect((await booksOf(id)).payment?.user_id).toBe(owner.id)
  })
})
