import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aCharge, andTell } from '../../../testing/charges.ts'
import { aUser, type SignedIn } from '../../../testing/clients.ts'
import { aProduct, stockPlans } from '../../../testing/products.ts'
import {
  booksOf,
  buy,
  closeByHand,
  completeByHand,
  deliver,
  flagStateOf,
  happens,
  intentOf,
  moneyOf,
} from '../../../testing/purchases.ts'
import { sandbox } from '../../../testing/sandbox.ts'

beforeAll(stockPlans)
beforeEach(sandbox.calm)

async function refund(admin: SignedIn, paymentId: number, amount: number) {
  const answer = await admin.post(`/api/secure-management/payments/${paymentId}/refund`, {
    amount,
    reason: 'Paid another way',
  })
  expect(answer.status, answer.text).toBe(200)
}

const ARRIVED = { status: 'completed', access: [1], alerts: 1 }

describe('money for an order that a person completed without it', () => {
  test('while Stripe did not answer: it is flagged once, mailed to support, and can be refunded', async () => {
    const { paymentId, checkoutId } = await buy(await aUser(), (await aProduct({ priceCents: 4900 })).id)
    await sandbox.faults({ stripeApi: 'fail' })
    await completeByHand(paymentId)
    await sandbox.calm()
    const events = await happens(() => sandbox.pay(checkoutId))
    const flagged = '$49.00 arrived after this order was completed by hand'
    expect(await flagStateOf(paymentId)).toEqual({ ...ARRIVED, flagged })
    for (const { id } of events) await deliver(await sandbox.signed(id))
    expect(await flagStateOf(paymentId)).toEqual({ ...ARRIVED, flagged })
    const admin = await completeByHand(paymentId)
    for (const { id } of events) await deliver(await sandbox.signed(id))
    expect(await flagStateOf(paymentId)).toEqual({ ...ARRIVED, flagged: null })
    const refund = await admin.post(`/api/secure-management/payments/${paymentId}/refund`, {
      amount: 49,
      reason: 'Paid twice',
    })
    expect(refund.status, refund.text).toBe(200)
    expect(await moneyOf(paymentId)).toMatchObject({ status: 'refunded', sum: 0 })
  })

  test('by a bank debit that was on its way: its disputes are followed', async () => {
    const { paymentId, checkoutId } = await buy(await aUser(), (await aProduct({ priceCents: 4900 })).id)
    await happens(() => sandbox.payLater(checkoutId))
    await completeByHand(paymentId)
    await happens(() => sandbox.moneyArrives(checkoutId))
    expect(await flagStateOf(paymentId)).toMatchObject(ARRIVED)
    await happens(async () => sandbox.dispute(await intentOf(paymentId)))
    expect(await flagStateOf(paymentId)).toMatchObject({ status: 'disputed', access: [0] })
  })

  test.each([
    ['coinbase', '19.50'],
    ['btcpay', '19.50'],
    ['btcpay', '5.00'],
  ] as const)('at %s, $%s: it is flagged once', async (provider, amount) => {
    const made = await aCharge(provider)
    await sandbox.faults({ cryptoApi: 'fail' })
    await completeByHand(made.paymentId)
    await sandbox.calm()
    const events = await happens(() => sandbox.cryptoSend(made.checkoutId, amount))
    const flagged = `$${amount} arrived after this order was completed by hand`
    expect(await flagStateOf(made.paymentId)).toEqual({ ...ARRIVED, flagged })
    await completeByHand(made.paymentId)
    for (const { id } of events) await deliver(await sandbox.signed(id))
    expect(await flagStateOf(made.paymentId)).toEqual({ ...ARRIVED, flagged: null })
  })

  test('that was counted when it was completed is not reported', async () => {
    const made = await aCharge('btcpay')
    await andTell(() => sandbox.cryptoSend(made.checkoutId, '5.00'))
    await completeByHand(made.paymentId)
    await andTell(() => sandbox.cryptoExpire(made.checkoutId))
    expect(await flagStateOf(made.paymentId)).toEqual({ ...ARRIVED, flagged: null, alerts: 0 })
  })
})

describe('a completion by hand at BTCPay', () => {
  test('with less than the price: the provider’s answer becomes the price, and all of it can be refunded', async () => {
    const made = await aCharge('btcpay')
    await sandbox.cryptoSend(made.checkoutId, '5.00')
    const admin = await completeByHand(made.paymentId)
    expect(await moneyOf(made.paymentId)).toMatchObject({ status: 'completed', sum: 500 })
    await refund(admin, made.paymentId, 5)
    expect(await moneyOf(made.paymentId)).toMatchObject({ status: 'refunded', sum: 0 })
  })

  test('without money: a refund of the part that arrives later counts', async () => {
    const made = await aCharge('btcpay')
    const admin = await completeByHand(made.paymentId)
    await andTell(() => sandbox.cryptoSend(made.checkoutId, '5.00'))
    await refund(admin, made.paymentId, 5)
    expect(await moneyOf(made.paymentId)).toMatchObject({ status: 'partially_refunded', sum: 1450 })
  })

  test('whose sale is refunded keeps its flag while an excess is left', async () => {
    const made = await aCharge('btcpay')
    await andTell(() => sandbox.cryptoSend(made.checkoutId, '5.00'))
    const admin = await completeByHand(made.paymentId)
    await andTell(() => sandbox.cryptoSend(made.checkoutId, '14.50'))
    await refund(admin, made.paymentId, 5)
    expect(await flagStateOf(made.paymentId)).toMatchObject({
      status: 'refunded',
      flagged: '$14.50 arrived after this order was completed by hand',
    })
  })
})

// invariant: deleted-account
describe('money for an order of a deleted account', () => {
  const forget = (userId: number, paymentId: number) =>
    env.DB.batch([
      env.DB.prepare('UPDATE users SET deleted_at = 1 WHERE id = ?').bind(userId),
      env.DB.prepare(
        "UPDATE payments SET status = 'expired', email = NULL, email_identity = NULL WHERE id = ?",
      ).bind(paymentId),
    ])

  test('by card grants nothing: it is flagged and mailed to support', async () => {
    const user = await aUser()
    const { paymentId, checkoutId } = await buy(user, (await aProduct({ priceCents: 4900 })).id)
    const events = await sandbox.eventsOf(() => sandbox.pay(checkoutId))
    await forget(user.id, paymentId)
    for (const { id } of events) await deliver(await sandbox.signed(id))
    const flagged = '$49.00 arrived for an account that was deleted'
    expect(await flagStateOf(paymentId)).toEqual({ status: 'expired', flagged, access: [], alerts: 1 })
    expect((await booksOf(paymentId)).payment).toMatchObject({ email: null, email_identity: null })
    await happens(async () => sandbox.refund(await intentOf(paymentId)))
    expect(await flagStateOf(paymentId)).toEqual({ status: 'expired', flagged: null, access: [], alerts: 1 })
  })

  test('by card flags it again if a refund comes back that Close found before its webhook', async () => {
    const user = await aUser()
    const { paymentId, checkoutId } = await buy(user, (await aProduct({ priceCents: 4900 })).id)
    const events = await sandbox.eventsOf(() => sandbox.pay(checkoutId))
    await forget(user.id, paymentId)
    for (const { id } of events) await deliver(await sandbox.signed(id))
    const intentId = await intentOf(paymentId)
    await sandbox.eventsOf(() => sandbox.refund(intentId))
    await closeByHand(paymentId)
    expect(await flagStateOf(paymentId)).toMatchObject({ flagged: null, alerts: 1 })
    const [refund] = await sandbox.refundsOf(intentId)
    await happens(() => sandbox.failRefund(refund?.id ?? ''))
    const flagged = '$49.00 arrived for an account that was deleted'
    expect(await flagStateOf(paymentId)).toEqual({ status: 'expired', flagged, access: [], alerts: 2 })
  })

  test.each(['19.50', '5.00'])('in crypto, $%s: the same', async (amount) => {
    const made = await aCharge('btcpay')
    await andTell(() => sandbox.cryptoExpire(made.checkoutId))
    await forget(made.user.id, made.paymentId)
    await andTell(() => sandbox.cryptoSend(made.checkoutId, amount))
    const flagged = `$${amount} arrived for an account that was deleted`
    expect(await flagStateOf(made.paymentId)).toEqual({ status: 'expired', flagged, access: [], alerts: 1 })
  })

  test('in crypto, in two parts: each is reported, until a person has refunded it', async () => {
    const made = await aCharge('btcpay')
    await andTell(() => sandbox.cryptoExpire(made.checkoutId))
    await forget(made.user.id, made.paymentId)
    await andTell(() => sandbox.cryptoSend(made.checkoutId, '5.00'))
    const events = await happens(() => sandbox.cryptoSend(made.checkoutId, '14.50'))
    const flagged = '$19.50 arrived for an account that was deleted'
    expect(await flagStateOf(made.paymentId)).toEqual({ status: 'expired', flagged, access: [], alerts: 2 })
    await closeByHand(made.paymentId)
    for (const { id } of events) await deliver(await sandbox.signed(id))
    expect(await flagStateOf(made.paymentId)).toEqual({
      status: 'expired',
      flagged: null,
      access: [],
      alerts: 2,
    })
  })
})
