import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PREMIUM_ID } from '#shared/catalogue/contract.ts'
import type { OrderDetail } from '#shared/orders/contract.ts'
import type { PendingPayment } from '#shared/recovery/contract.ts'
import { noteAction } from '../../../db/audit.ts'
import {
  aCharge,
  andTell,
  charge,
  pageId,
  payBalance,
  refundUnappliedFunds,
  seen,
} from '../../../testing/charges.ts'
import { aUser, type SignedIn } from '../../../testing/clients.ts'
import { aProduct, stockPlans } from '../../../testing/products.ts'
import {
  booksOf,
  bought,
  buy,
  closeByHand,
  flagStateOf,
  happens,
  intentOf,
  moneyOf,
} from '../../../testing/purchases.ts'
import { mailsQueuedTo } from '../../../testing/readers.ts'
import { sandbox } from '../../../testing/sandbox.ts'
import { depsOf } from '../../../testing/shop.ts'
import { closeFlagged } from './close-flagged.ts'

beforeAll(stockPlans)
beforeEach(sandbox.calm)

const auditOf = async (paymentId: number) =>
  (
    await env.DB.prepare('SELECT actor_id, action FROM audit_log WHERE subject = ?')
      .bind(`payment:${paymentId}`)
      .all()
  ).results

/** The data of these mails about a payment, the oldest first. */
const mailsOf = async (paymentId: number, template: string) => {
  const { results } = await env.DB.prepare(
    'SELECT data FROM email_deliveries WHERE payment_id = ? AND template = ? ORDER BY id',
  )
    .bind(paymentId, template)
    .all<{ data: string }>()
  return results.map(({ data }) => JSON.parse(data) as { outcome?: string; refundedCents?: number })
}

type Question = { revision?: number; by?: string }

const close = (admin: SignedIn, id: number, body: object = {}) =>
  admin.post<Question>(`/api/recovery/close-payment/${id}`, body)

/** An order of $19.50 whose page at BTCPay Server asked for one dollar, and was paid. */
async function aWrongAmount() {
  const made = await aCharge('btcpay')
  await sandbox.faults({ tamper: { amount: 100 } })
  await andTell(() => sandbox.cryptoSend(made.checkoutId, '19.50'))
  return made
}

describe('closing a flagged order', () => {
  // invariant: wrong-amount
  test('of BTCPay Server, which reports no refunds, asks, ends it without access, and mails the buyer', async () => {
    const { user, paymentId, productId } = await aWrongAmount()
    const admin = await aUser({ admin: true })

    const asked = await close(admin, paymentId)
    expect([asked.status, asked.message]).toEqual([
      409,
      '$19.50 was paid at a page for $1.00, but the price is $19.50. BTCPay Server does not report refunds. Confirm that you have refunded all of this money. The buyer gets a mail about it.',
    ])
    expect((await flagStateOf(paymentId)).flagged).not.toBeNull()
    const closed = await close(admin, paymentId, { confirm: true, revision: asked.data.revision })

    expect([closed.status, closed.data]).toEqual([200, { status: 'failed', by: 'admin' }])
    expect(await flagStateOf(paymentId)).toEqual({ status: 'failed', flagged: null, access: [], alerts: 1 })
    expect((await mailsQueuedTo(user.email)).map(({ template }) => template)).toEqual([
      'wrong-payment-refunded',
    ])
    expect(await seen(user, paymentId)).toMatchObject({ status: 'failed', lostBy: 'refund' })
    expect((await moneyOf(paymentId)).ledger).toEqual([])
    expect(await auditOf(paymentId)).toMatchObject([{ actor_id: admin.id, action: 'payment.close' }])
    // The same money is not reported again, by no event and by no check.
    await admin.post(`/api/secure-management/payments/${paymentId}/check`)
    expect(await flagStateOf(paymentId)).toMatchObject({ flagged: null, alerts: 1 })
    expect((await close(admin, paymentId)).status).toBe(409)
    // The buyer may buy the product again.
    expect((await charge(user, productId)).paymentId).not.toBe(paymentId)
  })

  test('does not hide money that arrives later', async () => {
    const { paymentId, checkoutId } = await aWrongAmount()
    await closeByHand(paymentId)
    await andTell(() => sandbox.cryptoSend(checkoutId, '2.00'))
    expect(await flagStateOf(paymentId)).toMatchObject({ status: 'failed', alerts: 2 })
    expect((await flagStateOf(paymentId)).flagged).toContain('at a page for $1.00, but the price is $19.50')
    // Not a refund that came back, and only the new money is left to refund.
    const alerts = await mailsOf(paymentId, 'alert')
    expect(alerts.map(({ outcome }) => outcome)).toEqual([undefined, undefined])
    const { data, message } = await close(await aUser({ admin: true }), paymentId)
    expect([message, data.revision]).toEqual([
      expect.stringContaining('$19.50 of it was confirmed as refunded before.'),
      expect.any(Number),
    ])
    // The buyer was told of a refund: its money completes nothing, and every screen says so.
    const admin = await aUser({ admin: true })
    const order = await admin.get<OrderDetail>(`/api/secure-management/payments/${paymentId}`)
    expect(order.data.canComplete).toBe(false)
    const listed = await admin.get<{ pendingPayments: PendingPayment[] }>('/api/recovery/pending-payments')
    expect(listed.data.pendingPayments.find((one) => one.paymentId === paymentId)).toMatchObject({
      canComplete: false,
      message: expect.stringContaining('Refund the money at the provider, then click Close on the order.'),
    })
    await closeByHand(paymentId)
    const refunds = await mailsOf(paymentId, 'wrong-payment-refunded')
    expect(refunds.map(({ refundedCents }) => refundedCents)).toEqual([1950, 200])
  })

  test('is news again where a refund that was made after it comes back', async () => {
    const { paymentId, checkoutId } = await buy(await aUser(), (await aProduct()).id)
    await sandbox.faults({ tamper: { amount: 100 } })
    await happens(() => sandbox.pay(checkoutId))
    await closeByHand(paymentId)
    const intentId = await intentOf(paymentId)
    await happens(() => sandbox.refund(intentId))
    expect(await flagStateOf(paymentId)).toMatchObject({ flagged: null, alerts: 1 })
    const [refund] = await sandbox.refundsOf(intentId)
    await happens(() => sandbox.failRefund(String(refund?.id)))
    const flagged = '$1.00 was paid, but the price is $19.50'
    expect(await flagStateOf(paymentId)).toMatchObject({ flagged, alerts: 2 })
    await closeByHand(paymentId)
    expect(await flagStateOf(paymentId)).toMatchObject({ flagged: null, alerts: 2 })
    const refunds = await mailsOf(paymentId, 'wrong-payment-refunded')
    expect(refunds.map(({ refundedCents }) => refundedCents)).toEqual([100, 100])
  })

  test('waits for the end of a dispute', async () => {
    const { paymentId, checkoutId } = await buy(await aUser(), (await aProduct()).id)
    await sandbox.faults({ tamper: { amount: 100 } })
    await happens(() => sandbox.pay(checkoutId))
    let dispute = ''
    const intentId = await intentOf(paymentId)
    await happens(async () => {
      dispute = await sandbox.dispute(intentId)
    })
    const admin = await aUser({ admin: true })
    expect((await close(admin, paymentId)).status).toBe(422)
    await happens(() => sandbox.endDispute(dispute, 'won'))
    await closeByHand(paymentId, admin)
    expect(await flagStateOf(paymentId)).toMatchObject({ flagged: null })
  })

  test('is not reported again after the account was deleted', async () => {
    const { user, paymentId } = await aWrongAmount()
    const admin = await closeByHand(paymentId)
    expect((await admin.delete(`/api/secure-management/users/${user.id}`)).status).toBe(200)
    await admin.post(`/api/secure-management/payments/${paymentId}/check`)
    expect(await flagStateOf(paymentId)).toMatchObject({ flagged: null, alerts: 1 })
  })

  test('only clears the flag of a payment that the provider knows again: its buyer goes on', async () => {
    const { user, paymentId, checkoutId } = await aCharge('btcpay')
    const rename = (id: string) =>
      env.DB.prepare('UPDATE payments SET checkout_id = ? WHERE id = ?').bind(id, paymentId).run()
    const admin = await aUser({ admin: true })
    await rename('GONE')
    await admin.post(`/api/secure-management/payments/${paymentId}/check`)
    expect((await flagStateOf(paymentId)).flagged).toContain('does not know this checkout')
    await rename(checkoutId)
    await andTell(() => sandbox.cryptoSend(checkoutId, '5.00'))

    const closed = await close(admin, paymentId)

    expect([closed.status, closed.data]).toEqual([200, { status: 'pending', by: 'provider', goesOn: true }])
    expect(await flagStateOf(paymentId)).toMatchObject({ status: 'pending', flagged: null })
    expect((await refundUnappliedFunds(user, paymentId)).status).toBe(200)
  })

  test('of a renewal leaves its subscription, whose later month is paid', async () => {
    const user = await aUser()
    const { checkoutId } = await bought(user, PREMIUM_ID, 'subscription')
    const subscription = String((await sandbox.session(checkoutId))?.subscription)
    await happens(() => sandbox.subscription(subscription, 'fail'))
    const { results } = await env.DB.prepare('SELECT max(id) AS id FROM payments WHERE user_id = ?')
      .bind(user.id)
      .all<{ id: number }>()
    const id = results[0]?.id ?? 0
    await env.DB.prepare('UPDATE payments SET amount_cents = 2499, original_cents = 2499 WHERE id = ?')
      .bind(id)
      .run()
    await happens(() => sandbox.subscription(subscription, 'renew'))
    expect((await flagStateOf(id)).flagged).toContain('$29.99 was paid')
    await happens(() => sandbox.subscription(subscription, 'renew'))
    await closeByHand(id)
    await happens(async () => sandbox.refund(await intentOf(id)))
    expect(await sandbox.stripeSubscription(subscription)).toMatchObject({ status: 'active' })
    expect((await user.get(`/api/download/file/${PREMIUM_ID}`)).status).toBe(200)
  })

  test('is the way out where the subscription has ended: the order is not completed without access', async () => {
    const { paymentId, checkoutId } = await buy(await aUser(), PREMIUM_ID, 'subscription')
    await sandbox.faults({ tamper: { amount: 100 } })
    await happens(() => sandbox.pay(checkoutId))
    const subscription = String((await sandbox.session(checkoutId))?.subscription)
    await happens(() => sandbox.subscription(subscription, 'cancel'))
    const admin = await aUser({ admin: true })
    const path = `/api/recovery/complete-payment/${paymentId}`
    const { data } = await admin.post<Question>(path, {})
    expect((await admin.post(path, { confirm: true, revision: data.revision })).status).toBe(422)
    await closeByHand(paymentId, admin)
    expect(await flagStateOf(paymentId)).toMatchObject({ flagged: null, access: [] })
  })

  test('is final: the order is not completed with money that was refunded, nor is any of it refunded again', async () => {
    const { user, paymentId, checkoutId } = await aCharge('btcpay')
    await andTell(() => sandbox.cryptoSend(checkoutId, '5.00'))
    await andTell(() => sandbox.cryptoExpire(checkoutId))
    const { data } = await payBalance(user, paymentId)
    await sandbox.faults({ tamper: { currency: 'eur' } })
    await andTell(() => sandbox.cryptoPay(pageId(data.url)))
    const admin = await closeByHand(paymentId)
    const path = `/api/recovery/complete-payment/${paymentId}`
    expect((await admin.post(path, { confirm: true })).status).toBe(422)
    expect((await refundUnappliedFunds(user, paymentId)).status).toBe(409)
    expect((await payBalance(user, paymentId)).status).toBe(409)
    expect(await seen(user, paymentId)).toMatchObject({ situation: null, receivedAmount: 0 })
    expect((await admin.delete(`/api/secure-management/users/${user.id}`)).status).toBe(200)
    expect(await flagStateOf(paymentId)).toMatchObject({ flagged: null, access: [] })
  })

  test('asks again where more money arrived since the question', async () => {
    const { paymentId, checkoutId } = await aWrongAmount()
    const admin = await aUser({ admin: true })
    const { data: asked } = await close(admin, paymentId)
    await andTell(() => sandbox.cryptoSend(checkoutId, '2.00'))

    const confirmed = await close(admin, paymentId, { confirm: true, revision: asked.revision })

    expect([confirmed.status, confirmed.data.revision === asked.revision]).toEqual([409, false])
    expect((await flagStateOf(paymentId)).flagged).not.toBeNull()
  })

  test('of Stripe says what was refunded there, and ends the subscription that the money began', async () => {
    const user = await aUser()
    const { paymentId, checkoutId } = await buy(user, PREMIUM_ID, 'subscription')
    await sandbox.faults({ tamper: { amount: 100 } })
    await happens(() => sandbox.pay(checkoutId))
    await happens(async () => sandbox.refund(await intentOf(paymentId), 40))
    const admin = await aUser({ admin: true })
    const asked = await close(admin, paymentId)
    expect(asked.message).toContain('Stripe reports $0.40 as refunded. Confirm that you have refunded all')

    await close(admin, paymentId, { confirm: true, revision: asked.data.revision })

    expect((await flagStateOf(paymentId)).flagged).toBeNull()
    const subscription = String((await sandbox.session(checkoutId))?.subscription)
    expect(await sandbox.stripeSubscription(subscription)).toMatchObject({ status: 'canceled' })
  })

  test('needs no confirmation where the provider reports a full refund that no event told of', async () => {
    const user = await aUser()
    const { paymentId, checkoutId } = await buy(user, (await aProduct()).id)
    await sandbox.faults({ tamper: { amount: 100 } })
    await happens(() => sandbox.pay(checkoutId))
    await sandbox.refund(await intentOf(paymentId))

    const closed = await close(await aUser({ admin: true }), paymentId)

    expect([closed.status, closed.data]).toEqual([200, { status: 'failed', by: 'provider' }])
    expect((await mailsQueuedTo(user.email)).map(({ template }) => template)).toEqual([
      'wrong-payment-refunded',
    ])
  })

  test('changes nothing while the provider does not respond', async () => {
    const { paymentId } = await aWrongAmount()
    await sandbox.faults({ cryptoApi: 'fail' })
    const answer = await close(await aUser({ admin: true }), paymentId, { confirm: true })
    expect(answer.status).toBe(503)
    expect((await booksOf(paymentId)).payment).toMatchObject({ status: 'pending' })
  })

  test('ends no subscription of an order that is completed at the same moment', async () => {
    const user = await aUser()
    const { paymentId, checkoutId } = await buy(user, PREMIUM_ID, 'subscription')
    await sandbox.faults({ tamper: { amount: 100 } })
    await happens(() => sandbox.pay(checkoutId))
    const subscription = String((await sandbox.session(checkoutId))?.subscription)
    const admin = await aUser({ admin: true })
    const { revision } = (await close(admin, paymentId)).data
    const deps = depsOf()
    const { stripe } = deps.providers
    let completion: number | null = null
    const cancelNow = async (id: string) => {
      const path = `/api/recovery/complete-payment/${paymentId}`
      completion = (await admin.post(path, { confirm: true, revision })).status
      await stripe.cancelNow(id)
    }
    const providers = { ...deps.providers, stripe: { ...stripe, cancelNow } }
    const now = Date.now()
    const entry = {
      actorId: admin.id,
      action: 'payment.close',
      subject: `payment:${paymentId}`,
      ip: null,
      now,
    } as const
    const note = () => noteAction(deps.db, entry)

    await closeFlagged({ ...deps, providers }, paymentId, { confirmed: true, revision, note }, now)

    expect(completion).toBe(409)
    expect(await flagStateOf(paymentId)).toMatchObject({ status: 'failed', flagged: null, access: [] })
    expect(await sandbox.stripeSubscription(subscription)).toMatchObject({ status: 'canceled' })
    expect((await user.get(`/api/download/file/${PREMIUM_ID}`)).status).toBe(403)
  })

  test('is refused for an order without a flag, and for one that was paid', async () => {
    const admin = await aUser({ admin: true })
    const { paymentId, checkoutId } = await buy(await aUser(), (await aProduct()).id)
    expect((await close(admin, paymentId, { confirm: true })).status).toBe(409)
    await happens(() => sandbox.pay(checkoutId))
    expect((await close(admin, paymentId, { confirm: true })).status).toBe(409)
    expect((await close(admin, 987_654)).status).toBe(404)
  })
})
