import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { PREMIUM_ID } from '#shared/catalogue/contract.ts'
import type { OrderDetail } from '#shared/orders/contract.ts'
import type { PaymentView } from '#shared/payments/contract.ts'
import { configOf } from '../../../providers/config.ts'
import { aCharge, andTell, refundUnappliedFunds } from '../../../testing/charges.ts'
import { aUser } from '../../../testing/clients.ts'
import { readHub } from '../../../testing/hubs.ts'
import { aProduct, stockPlans } from '../../../testing/products.ts'
import { booksOf, buy, happens, intentOf } from '../../../testing/purchases.ts'
import { mailsQueuedTo } from '../../../testing/readers.ts'
import { sandbox } from '../../../testing/sandbox.ts'

beforeAll(async () => {
  await sandbox.calm()
  await stockPlans()
})
beforeEach(sandbox.calm)

/** A payment of one cent for a product of $19.50: flagged and refunded at Stripe; the bank returns the refund. */
async function aReturnedRefund() {
  const user = await aUser()
  const { paymentId, checkoutId } = await buy(user, (await aProduct()).id)
  await sandbox.faults({ tamper: { amount: 1 } })
  await happens(() => sandbox.pay(checkoutId))
  const intentId = await intentOf(paymentId)
  await refundAndReturn(intentId)
  return { user, paymentId, intentId }
}

async function refundAndReturn(intentId: string) {
  await happens(() => sandbox.refund(intentId))
  const [refund] = await sandbox.refundsOf(intentId)
  await happens(() => sandbox.failRefund(refund?.id ?? ''))
}

const flagsOf = ({ history }: Awaited<ReturnType<typeof booksOf>>) =>
  history.filter(({ kind }) => kind.startsWith('flagged')).length

test('a refund of a wrong amount that the bank returns flags the payment again and alerts support again', async () => {
  const { paymentId, intentId } = await aReturnedRefund()
  const second = await booksOf(paymentId)
  expect(second.payment).toMatchObject({
    status: 'failed',
    flagged_reason: '$0.01 was paid, but the price is $19.50',
  })
  expect([flagsOf(second), second.alerts.length]).toEqual([2, 2])

  await refundAndReturn(intentId)
  const third = await booksOf(paymentId)
  expect([flagsOf(third), third.alerts.length]).toEqual([3, 3])

  await happens(() => sandbox.refund(intentId))
  expect((await booksOf(paymentId)).payment).toMatchObject({ status: 'failed', flagged_reason: null })
})

// invariant: wrong-amount
test('a full refund of a wrong payment at the provider is mailed to the buyer once, and its order says so', async () => {
  const user = await aUser()
  const { paymentId, checkoutId } = await buy(user, (await aProduct()).id)
  await sandbox.faults({ tamper: { amount: 2500 } })
  await happens(() => sandbox.pay(checkoutId))
  const intentId = await intentOf(paymentId)
  await happens(() => sandbox.refund(intentId, 2000))
  expect(await mailsQueuedTo(user.email, 'wrong-payment-refunded')).toHaveLength(0)

  await happens(() => sandbox.refund(intentId, 500))

  const [mail, ...more] = await mailsQueuedTo(user.email, 'wrong-payment-refunded')
  expect(JSON.parse(mail?.data ?? '')).toMatchObject({ paymentId, refundedCents: 2500 })
  expect(more).toEqual([])
  expect((await user.get<PaymentView>(`/api/payment/${paymentId}`)).data).toMatchObject({
    status: 'failed',
    lostBy: 'refund',
    needsAttention: false,
  })
  const { kept } = await readHub(user.id)
  expect(kept.filter(({ title }) => title === 'Payment refunded')).toHaveLength(1)
  const admin = await aUser({ admin: true })
  const order = (await admin.get<OrderDetail>(`/api/secure-management/payments/${paymentId}`)).data
  expect(order.timeline).toContainEqual(
    expect.objectContaining({
      title: 'Refunded in full, nothing was delivered',
      text: '$25.00',
    }),
  )
})

test('a wrong payment that was refunded before its first webhook is flagged when that refund comes back', async () => {
  const { paymentId, checkoutId } = await buy(await aUser(), (await aProduct()).id)
  await sandbox.faults({ tamper: { amount: 3000 } })
  await happens(async () => {
    await sandbox.pay(checkoutId)
    await sandbox.refund(String((await sandbox.session(checkoutId))?.payment_intent))
  })
  expect((await booksOf(paymentId)).payment).toMatchObject({ status: 'failed', flagged_reason: null })

  const [refund] = await sandbox.refundsOf(await intentOf(paymentId))
  await happens(() => sandbox.failRefund(refund?.id ?? ''))

  const { payment, alerts } = await booksOf(paymentId)
  expect(payment?.flagged_reason).toBe('$30.00 was paid, but the price is $19.50')
  expect(alerts).toHaveLength(1)
  const support = configOf(env).supportEmail
  const [alert] = (await mailsQueuedTo(support, 'alert')).filter(({ key }) => key.includes(`:${paymentId}:`))
  expect(JSON.parse(alert?.data ?? '')).toMatchObject({ outcome: 'refund-returned' })
})

test('a wrong payment of a subscription that has renewed since ends the subscription when it is refunded', async () => {
  const { paymentId, checkoutId } = await buy(await aUser(), PREMIUM_ID, 'subscription')
  await sandbox.faults({ tamper: { amount: 1000 } })
  await happens(() => sandbox.pay(checkoutId))
  const subscriptionId = String((await sandbox.session(checkoutId))?.subscription)
  const { intentId } = await sandbox.latestCharge(subscriptionId)
  await happens(() => sandbox.subscription(subscriptionId, 'renew'))

  await happens(() => sandbox.refund(intentId))

  expect((await booksOf(paymentId)).payment?.status).toBe('failed')
  expect((await sandbox.stripeSubscription(subscriptionId))?.status).toBe('canceled')
})

test('a lost dispute about a wrong payment sends its buyer no mail about a refund', async () => {
  const user = await aUser()
  const { paymentId, checkoutId } = await buy(user, (await aProduct()).id)
  await sandbox.faults({ tamper: { amount: 1 } })
  await happens(() => sandbox.pay(checkoutId))
  let disputeId = ''
  await happens(async () => {
    disputeId = await sandbox.dispute(await intentOf(paymentId))
  })
  await happens(() => sandbox.endDispute(disputeId, 'lost'))
  expect((await booksOf(paymentId)).payment).toMatchObject({ status: 'failed', flagged_reason: null })
  expect(await mailsQueuedTo(user.email, 'wrong-payment-refunded')).toEqual([])
  const view = (await user.get<PaymentView>(`/api/payment/${paymentId}`)).data
  expect(view).toMatchObject({ status: 'failed', lostBy: 'dispute' })
})

test('a full refund of a wrong payment of a deleted account is mailed to nobody', async () => {
  const { user, paymentId, intentId } = await aReturnedRefund()
  const before = await mailsQueuedTo(user.email, 'wrong-payment-refunded')
  // The account is deleted between the handler's read and its batch.
  await env.DB.prepare('UPDATE users SET deleted_at = 1 WHERE id = ?').bind(user.id).run()
  await happens(() => sandbox.refund(intentId))
  expect((await booksOf(paymentId)).payment).toMatchObject({ status: 'failed', flagged_reason: null })
  expect(await mailsQueuedTo(user.email, 'wrong-payment-refunded')).toEqual(before)
})

test('Repair of a payment whose refund was returned without a webhook flags it again, for a person', async () => {
  const user = await aUser()
  const { paymentId, checkoutId } = await buy(user, (await aProduct()).id)
  await sandbox.faults({ tamper: { amount: 1 } })
  await happens(() => sandbox.pay(checkoutId))
  const intentId = await intentOf(paymentId)
  await happens(() => sandbox.refund(intentId))
  const [refund] = await sandbox.refundsOf(intentId)
  await sandbox.failRefund(refund?.id ?? '')
  const finding = await env.DB.prepare(
    `INSERT INTO reconciliation_findings (kind, subject, details, found_at, last_seen_at)
     VALUES ('needs-attention', ?, '{}', 1, 1) RETURNING id`,
  )
    .bind(`payment:${paymentId}`)
    .first<{ id: number }>()
  const admin = await aUser({ admin: true })

  const repaired = await admin.post(`/api/recovery/findings/${finding?.id}/repair`)

  expect(repaired.status, repaired.text).toBe(422)
  expect(repaired.message).toContain('This needs your decision')
  const books = await booksOf(paymentId)
  expect(books.payment?.flagged_reason).toBe('$0.01 was paid, but the price is $19.50')
  expect([flagsOf(books), books.alerts.length]).toEqual([2, 2])
})

test('a second refused refund of unapplied funds alerts support again', async () => {
  const charge = await aCharge('btcpay')
  await andTell(() => sandbox.cryptoSend(charge.checkoutId, '10.00'))
  await andTell(() => sandbox.cryptoExpire(charge.checkoutId))
  const refuse = async (input: RequestInfo, init?: RequestInit) => {
    const request = new Request(input, init)
    if (request.method === 'POST' && request.url.endsWith('/refund'))
      return Response.json({ code: 'no', message: 'The wallet is empty' }, { status: 400 })
    return (await env.SANDBOX?.fetch(request)) ?? new Response(null, { status: 500 })
  }
  const refused = charge.user.again({ ...env, SANDBOX: { fetch: refuse } as Fetcher })
  for (const count of [1, 2]) {
    expect((await refundUnappliedFunds(refused as typeof charge.user, charge.paymentId)).status).toBe(422)
    expect((await booksOf(charge.paymentId)).alerts).toHaveLength(count)
  }
})

test('the buyer is notified again when the same amount arrives again after its refund', async () => {
  const charge = await aCharge('btcpay')
  await andTell(() => sandbox.cryptoSend(charge.checkoutId, '10.00'))
  await andTell(() => sandbox.cryptoExpire(charge.checkoutId))
  await refundUnappliedFunds(charge.user, charge.paymentId)
  await andTell(() => sandbox.cryptoSend(charge.checkoutId, '10.00'))
  const about = (await mailsQueuedTo(charge.user.email, 'crypto-amount')).map(({ key }) => key.split(':')[0])
  expect(about).toEqual(['short', 'back', 'short'])
})
