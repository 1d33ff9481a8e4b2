import { env } from 'cloudflare:workers'
import Stripe from 'stripe'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PREMIUM_ID } from '#shared/catalogue/contract.ts'
import { HOUR } from '#shared/core/time.ts'
import type { Finding } from '#shared/recovery/contract.ts'
import { outsideFetch } from '../../../providers/outside.ts'
import { aUser, type SignedIn } from '../../../testing/clients.ts'
import { aProduct, stockPlans } from '../../../testing/products.ts'
import { booksOf, buy, deliver, happens } from '../../../testing/purchases.ts'
import { mailsQueuedTo } from '../../../testing/readers.ts'
import { type SandboxEvent, sandbox } from '../../../testing/sandbox.ts'
import { depsOf, SHOP } from '../../../testing/shop.ts'
import { sweepPayments } from '../unsettled/sweep-payments.ts'

beforeAll(sandbox.calm)
beforeAll(stockPlans)
beforeEach(sandbox.calm)

const stripe = new Stripe(env.STRIPE_SECRET_KEY, {
  httpClient: Stripe.createFetchHttpClient(outsideFetch(env)),
})
const send = async ({ id }: Pick<SandboxEvent, 'id'>) =>
  expect((await deliver(await sandbox.signed(id))).status).toBe(200)

/** A subscription whose first direct debit failed. */
async function aFailedDebit() {
  const [user, script] = [await aUser(), await aProduct()]
  const { paymentId, checkoutId } = await buy(user, PREMIUM_ID, 'subscription')
  await happens(() => sandbox.payLater(checkoutId))
  await happens(() => sandbox.moneyFails(checkoutId))
  const stripeId = String((await sandbox.session(checkoutId))?.subscription)
  const opens = async () => (await user.get(`/api/download/file/${script.id}`)).status === 200
  return { user, paymentId, stripeId, opens }
}

describe('a subscription whose delayed first payment fails and is collected later', () => {
  test('is settled once from its first invoice, and its renewal settles after it', async () => {
    const { user, paymentId, stripeId, opens } = await aFailedDebit()
    expect([(await booksOf(paymentId)).payment?.status, await opens()]).toEqual(['pending', false])

    const collected = await happens(() => sandbox.subscription(stripeId, 'renew'))
    const session = (await stripe.checkout.sessions.list({ subscription: stripeId })).data[0]
    expect(session?.payment_status).toBe('unpaid')
    for (const event of collected) await send(event)
    const books = await booksOf(paymentId)
    expect(books.payment).toMatchObject({ status: 'completed', flagged_reason: null })
    expect(books.history).toContainEqual({ kind: 'settled', source: 'webhook' })
    expect(books.mails).toHaveLength(1)
    expect(await opens()).toBe(true)

    await happens(() => sandbox.subscription(stripeId, 'renew'))
    const payments = await env.DB.prepare('SELECT status FROM payments WHERE user_id = ?')
      .bind(user.id)
      .all<{ status: string }>()
    expect(payments.results.map(({ status }) => status)).toEqual(['completed', 'completed'])
  })

  test('is settled by the sweep where no event arrives', async () => {
    const { paymentId, stripeId, opens } = await aFailedDebit()
    await sandbox.subscription(stripeId, 'renew')
    await sweepPayments(depsOf(), Date.now() + HOUR)
    expect([(await booksOf(paymentId)).payment?.status, await opens()]).toEqual(['completed', true])
  })

  test('is settled also after Stripe had given up collecting', async () => {
    const { paymentId, stripeId, opens } = await aFailedDebit()
    await happens(() => sandbox.subscription(stripeId, 'give-up'))
    await sweepPayments(depsOf(), Date.now() + HOUR)
    expect((await booksOf(paymentId)).payment).toMatchObject({ status: 'failed', next_check_at: null })
    await happens(() => sandbox.subscription(stripeId, 'renew'))
    expect([(await booksOf(paymentId)).payment?.status, await opens()]).toEqual(['completed', true])
  })
})

test('the event of a renewal settles the first payment too, where that one’s events were lost', async () => {
  const user = await aUser()
  const { paymentId, checkoutId } = await buy(user, PREMIUM_ID, 'subscription')
  await sandbox.pay(checkoutId)
  const stripeId = String((await sandbox.session(checkoutId))?.subscription)
  const renewal = await sandbox.eventsOf(() => sandbox.subscription(stripeId, 'renew'))
  for (const event of renewal.filter(({ type }) => type === 'invoice.paid')) await send(event)
  expect((await booksOf(paymentId)).payment?.status).toBe('completed')
  const payments = await env.DB.prepare('SELECT status FROM payments WHERE user_id = ?').bind(user.id).all()
  expect(payments.results).toEqual([{ status: 'completed' }, { status: 'completed' }])
})

describe('a renewal of a subscription without an order', () => {
  /** A subscription that was opened at Stripe, but not by the shop. */
  async function aForeignSubscription() {
    const { id } = await stripe.checkout.sessions.create({
      mode: 'subscription',
      line_items: [
        {
          quantity: 1,
          price_data: {
            currency: 'usd',
            unit_amount: 2999,
            recurring: { interval: 'month' },
            product_data: { name: 'Premium' },
          },
        },
      ],
      customer_email: 'foreign@mail.test',
      success_url: `${SHOP}/`,
    })
    await sandbox.pay(id)
    return String((await sandbox.session(id))?.subscription)
  }
  const alerts = async () => (await mailsQueuedTo(env.SUPPORT_EMAIL, 'unknown-subscription')).length
  const findingsOf = async (admin: SignedIn, stripeId: string, open: boolean) =>
    (await admin.get<Finding[]>(`/api/recovery/findings?open=${open}`)).data.filter(
      ({ details }) => details.stripeSubscriptionId === stripeId,
    )

  test('gives one finding and one mail to support, and the finding stays closed once an admin closed it', async () => {
    const admin = await aUser({ admin: true })
    const stripeId = await aForeignSubscription()
    const before = await alerts()
    const events = await sandbox.eventsOf(() => sandbox.subscription(stripeId, 'renew'))
    const [paid] = events.filter(({ type }) => type === 'invoice.paid')
    if (!paid) throw new Error('The renewal was not paid')
    await send(paid)
    const [finding, ...more] = await findingsOf(admin, stripeId, true)
    expect(more).toEqual([])
    expect(finding).toMatchObject({
      kind: 'needs-attention',
      details: { amountCents: 2999, currency: 'usd' },
    })
    expect((await alerts()) - before).toBe(1)

    const repair = (body: object) => admin.post(`/api/recovery/findings/${finding?.id}/repair`, body)
    const asked = await repair({})
    expect([asked.status, asked.message]).toEqual([
      422,
      expect.stringContaining('Cancel it there and refund'),
    ])
    expect((await repair({ done: true })).data).toMatchObject({ resolution: 'done' })
    await env.DB.prepare('DELETE FROM webhook_events WHERE event_id = ?').bind(paid.id).run()
    await send(paid)
    expect(await findingsOf(admin, stripeId, true)).toEqual([])
    expect((await alerts()) - before).toBe(1)

    await happens(() => sandbox.subscription(stripeId, 'renew'))
    expect(await findingsOf(admin, stripeId, true)).toHaveLength(1)
    expect((await alerts()) - before).toBe(2)
  })

  test('has its finding closed by Repair once its money was refunded', async () => {
    const admin = await aUser({ admin: true })
    const stripeId = await aForeignSubscription()
    await happens(() => sandbox.subscription(stripeId, 'renew'))
    const [finding] = await findingsOf(admin, stripeId, true)
    await sandbox.refund((await sandbox.latestCharge(stripeId)).intentId)
    const repaired = await admin.post(`/api/recovery/findings/${finding?.id}/repair`, {})
    expect(repaired.data).toMatchObject({ resolution: 'repaired' })
  })

  test('that was not collected gives no finding', async () => {
    const admin = await aUser({ admin: true })
    const stripeId = await aForeignSubscription()
    const failed = await sandbox.eventsOf(() => sandbox.subscription(stripeId, 'fail'))
    for (const event of failed.filter(({ type }) => type === 'invoice.payment_failed')) await send(event)
    expect(await findingsOf(admin, stripeId, true)).toEqual([])
  })
})
