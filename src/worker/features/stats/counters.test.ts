import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PREMIUM_ID } from '#shared/catalogue/contract.ts'
import { andTell, charge, takingAt } from '../../testing/charges.ts'
import { aRegisteredUser, aUser, type SignedIn } from '../../testing/clients.ts'
import { counts, expectCountersRight } from '../../testing/counters.ts'
import { aCoupon, redeemBy } from '../../testing/coupons.ts'
import { aProduct, stockPlans } from '../../testing/products.ts'
import { stripe } from '../../testing/provider-world.ts'
import { bought, buy, deliver, happens, intentOf } from '../../testing/purchases.ts'
import { sandbox } from '../../testing/sandbox.ts'

beforeAll(stockPlans)
beforeEach(sandbox.calm)

const subscriptionOf = async (checkoutId: string) =>
  String((await stripe.checkout.sessions.retrieve(checkoutId)).subscription)

/** An affiliate, and a user who registered with the affiliate's referral code. */
async function aReferred() {
  const affiliate = await aUser()
  const referralCode = (await affiliate.get<{ referralCode: string }>('/api/user/referral-stats')).data
    .referralCode
  return { affiliate, friend: await aRegisteredUser({ referralCode }) }
}

describe('the triggers of the tables count, in the transaction of the change,', () => {
  afterEach(expectCountersRight)

  test('an account', async () => {
    expect(await counts(() => aUser())).toEqual({ days: { accounts_created: 1 }, totals: { users: 1 } })
  })

  test('a checkout when it is opened and the purchase when it is paid; a second purchase adds no new customer', async () => {
    const [user, product, other] = [await aUser(), await aProduct(), await aProduct({ priceCents: 500 })]
    expect(await counts(() => buy(user, product.id))).toEqual({ days: { checkouts_started: 1 }, totals: {} })
    expect(await counts(() => bought(user, other.id))).toEqual({
      days: { checkouts_started: 1, checkouts_paid: 1, orders: 1, new_customers: 1, gross_cents: 500 },
      totals: { purchases: 1, revenue_cents: 500 },
    })
    const third = await aProduct()
    expect((await counts(() => bought(user, third.id))).days).toEqual({
      checkouts_started: 1,
      checkouts_paid: 1,
      orders: 1,
      gross_cents: 1950,
    })
  })

  // invariant: totals-equal-rows
  test('the same purchase once, even where its webhooks are repeated', async () => {
    const user = await aUser()
    const { paymentId, events } = await bought(user, (await aProduct()).id)
    const again = async () => {
      for (const { id } of events) expect((await deliver(await sandbox.signed(id))).status).toBe(200)
      await user.get(`/api/payment/${paymentId}`)
    }
    expect(await counts(again)).toEqual({ days: {}, totals: {} })
  })

  test('a guest purchase at a pay page as an order, but not as a checkout', async () => {
    const email = `guest-${crypto.randomUUID()}@mail.test`
    const { days } = await counts(() => happens(() => sandbox.payByLink('lifetime', email)))
    expect(days).toEqual({ orders: 1, new_customers: 1, gross_cents: 29_999 })
  })

  test('a free order as an order with its discount and no money', async () => {
    const [user, product] = [await aUser(), await aProduct()]
    const coupon = await aCoupon({ discountType: 'free_product', discountValue: 100 })
    const order = async () => expect((await redeemBy(user, product.id, coupon.id)).status).toBe(201)
    expect(await counts(order)).toEqual({
      days: {
        checkouts_started: 1,
        checkouts_paid: 1,
        orders: 1,
        new_customers: 1,
        discount_cents: 1950,
      },
      totals: { purchases: 1 },
    })
  })

  test('an order that was completed for less than its price, with the difference as a discount', async () => {
    const user = await aUser({ bindings: takingAt('btcpay') })
    const admin = await aUser({ admin: true })
    const { paymentId, checkoutId } = await charge(user, (await aProduct()).id)
    await andTell(() => sandbox.cryptoSend(checkoutId, '10.00'))
    await andTell(() => sandbox.cryptoExpire(checkoutId))
    const complete = async () => {
      const done = await admin.post(`/api/recovery/complete-payment/${paymentId}`, { confirm: true })
      expect(done.status, done.text).toBe(200)
    }
    expect((await counts(complete)).days).toEqual({
      checkouts_paid: 1,
      orders: 1,
      new_customers: 1,
      gross_cents: 1000,
      discount_cents: 950,
    })
  })

  test('a subscription when it starts, its renewal as an order, its end and its monthly revenue', async () => {
    const user = await aUser()
    let checkoutId = ''
    const start = async () => {
      checkoutId = (await bought(user, PREMIUM_ID, 'subscription')).checkoutId
    }
    expect(await counts(start)).toEqual({
      days: {
        checkouts_started: 1,
        checkouts_paid: 1,
        orders: 1,
        new_customers: 1,
        gross_cents: 2999,
        subscriptions_started: 1,
        mrr_cents: 2999,
      },
      totals: { purchases: 1, revenue_cents: 2999, subscriptions: 1, mrr_cents: 2999 },
    })
    const id = await subscriptionOf(checkoutId)
    expect(await counts(() => happens(() => sandbox.subscription(id, 'renew')))).toEqual({
      days: { orders: 1, gross_cents: 2999 },
      totals: { purchases: 1, revenue_cents: 2999 },
    })
    // A failed renewal is not an end: no counter changes. The late payment counts as a renewal.
    expect(await counts(() => happens(() => sandbox.subscription(id, 'fail')))).toEqual({
      days: {},
      totals: {},
    })
    expect(await counts(() => happens(() => sandbox.subscription(id, 'renew')))).toEqual({
      days: { orders: 1, gross_cents: 2999 },
      totals: { purchases: 1, revenue_cents: 2999 },
    })
    expect(await counts(() => happens(() => sandbox.subscription(id, 'cancel')))).toEqual({
      days: { subscriptions_ended: 1, mrr_cents: -2999 },
      totals: { subscriptions: -1, mrr_cents: -2999 },
    })
  })

  test('a subscription that becomes active again as a new start', async () => {
    const { checkoutId } = await bought(await aUser(), PREMIUM_ID, 'subscription')
    const id = await subscriptionOf(checkoutId)
    const set = (status: string) =>
      env.DB.prepare('UPDATE subscriptions SET status = ? WHERE stripe_subscription_id = ?')
        .bind(status, id)
        .run()
    expect(await counts(() => set('unpaid'))).toEqual({
      days: { subscriptions_ended: 1, mrr_cents: -2999 },
      totals: { subscriptions: -1, mrr_cents: -2999 },
    })
    expect(await counts(() => set('active'))).toEqual({
      days: { subscriptions_started: 1, mrr_cents: 2999 },
      totals: { subscriptions: 1, mrr_cents: 2999 },
    })
  })

  test('a partial refund, the refund of the rest, and a failed refund as one refund less', async () => {
    const { paymentId } = await bought(await aUser(), (await aProduct()).id)
    const intent = await intentOf(paymentId)
    const refunded = (cents: number, refunds = 1) => ({
      days: { refunded_cents: cents, refunds },
      totals: { revenue_cents: -cents },
    })
    expect(await counts(() => happens(() => sandbox.refund(intent, 500)))).toEqual(refunded(500))
    expect(await counts(() => happens(() => sandbox.refund(intent)))).toEqual(refunded(1450))
    const [latest] = (await sandbox.refundsOf(intent)).filter(({ amount }) => amount === 1450)
    expect(await counts(() => happens(() => sandbox.failRefund(latest?.id ?? '')))).toEqual(
      refunded(-1450, -1),
    )
  })

  test('a dispute that is won, and one that is lost', async () => {
    const user = await aUser()
    for (const outcome of ['won', 'lost'] as const) {
      const { paymentId } = await bought(user, (await aProduct()).id)
      let dispute = ''
      const open = async () => {
        dispute = await sandbox.dispute(await intentOf(paymentId))
      }
      expect(await counts(() => happens(open))).toEqual({
        days: { disputed_cents: 1950 },
        totals: { revenue_cents: -1950 },
      })
      expect(await counts(() => happens(() => sandbox.endDispute(dispute, outcome)))).toEqual(
        outcome === 'won'
          ? { days: { disputed_cents: -1950 }, totals: { revenue_cents: 1950 } }
          : { days: {}, totals: {} },
      )
    }
  })

  test('a refund that fails after a dispute was won against the refunds, not the disputes', async () => {
    const { paymentId } = await bought(await aUser(), (await aProduct()).id)
    const intent = await intentOf(paymentId)
    await happens(() => sandbox.refund(intent, 500))
    let dispute = ''
    await happens(async () => {
      dispute = await sandbox.dispute(intent)
    })
    await happens(() => sandbox.endDispute(dispute, 'won'))
    const [refund] = await sandbox.refundsOf(intent)
    expect(await counts(() => happens(() => sandbox.failRefund(refund?.id ?? '')))).toEqual({
      days: { refunded_cents: -500, refunds: -1 },
      totals: { revenue_cents: 500 },
    })
  })

  // spec: stats-figures
  test('a referred order with its commission, which a refund reduces', async () => {
    const { friend } = await aReferred()
    let paymentId = 0
    const order = async () => {
      paymentId = (await bought(friend, (await aProduct()).id)).paymentId
    }
    expect((await counts(order)).days).toMatchObject({ orders: 1, referred_orders: 1, commission_cents: 195 })
    const intent = await intentOf(paymentId)
    expect((await counts(() => happens(() => sandbox.refund(intent, 950)))).days).toEqual({
      refunded_cents: 950,
      refunds: 1,
      commission_cents: -95,
    })
    expect((await counts(() => happens(() => sandbox.refund(intent)))).days).toEqual({
      refunded_cents: 1000,
      refunds: 1,
      commission_cents: -100,
    })
  })

  test('a referred order whose referrer is found only once it is paid', async () => {
    const { affiliate, friend } = await aReferred()
    await env.DB.prepare('UPDATE users SET email_verified_at = 1, referred_by = ? WHERE id = ?')
      .bind(affiliate.id, friend.id)
      .run()
    const { days } = await counts(() => happens(() => sandbox.payByLink('lifetime', friend.email)))
    expect(days).toMatchObject({ orders: 1, referred_orders: 1, commission_cents: 3000 })
  })
})

describe('an account that is deleted', () => {
  const leave = async (user: SignedIn) => {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ password: user.password })
    expect((await user.fetch('DELETE', '/api/user/account', headers, body)).status).toBe(200)
  }

  test('is counted as one account less, and its purchases stay counted', async () => {
    const user = await aUser()
    await bought(user, (await aProduct()).id)
    expect(await counts(() => leave(user))).toEqual({ days: { accounts_deleted: 1 }, totals: { users: -1 } })
  })

  test('ends its subscription and cancels the commissions that were not paid out', async () => {
    const { affiliate, friend } = await aReferred()
    await bought(friend, (await aProduct()).id)
    await bought(affiliate, PREMIUM_ID, 'subscription')
    expect(await counts(() => leave(affiliate))).toEqual({
      days: { accounts_deleted: 1, commission_cents: -195, subscriptions_ended: 1, mrr_cents: -2999 },
      totals: { users: -1, subscriptions: -1, mrr_cents: -2999 },
    })
  })
})
