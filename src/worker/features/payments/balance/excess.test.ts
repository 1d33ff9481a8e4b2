import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aCharge, andTell, type Charge, refundUnappliedFunds, seen } from '../../../testing/charges.ts'
import { aUser } from '../../../testing/clients.ts'
import { aProduct, stockPlans } from '../../../testing/products.ts'
import { booksOf, buy, completeByHand, happens, intentOf, moneyOf } from '../../../testing/purchases.ts'
import { sandbox } from '../../../testing/sandbox.ts'

beforeAll(stockPlans)
beforeEach(sandbox.calm)

/** $100.00 arrived for $19.50, and an admin completed the payment at $19.50. */
async function aSaleWithExcess(): Promise<Charge> {
  const made = await aCharge('coinbase')
  await sandbox.faults({ tamper: { amount: 10_000 } })
  await andTell(() => sandbox.cryptoPay(made.checkoutId))
  await completeByHand(made.paymentId)
  expect(await seen(made.user, made.paymentId)).toMatchObject({ status: 'completed', excessAmount: 80.5 })
  return made
}

const refundsOf = async (paymentId: number) =>
  (
    await env.DB.prepare('SELECT status FROM refunds WHERE payment_id = ? ORDER BY id')
      .bind(paymentId)
      .all<{ status: string }>()
  ).results.map(({ status }) => status)

const isOpen = async ({ paymentId }: { paymentId: number }) =>
  (await booksOf(paymentId)).grants.map((grant) => grant.is_active)

describe('a sale at Coinbase that brought more than its price', () => {
  test('that is refunded before its excess stays refunded, and neither refund counts as failed', async () => {
    const made = await aSaleWithExcess()
    const asked = await made.user.post(`/api/user/purchases/${made.paymentId}/refund`)
    expect(asked.status, asked.text).toBe(200)
    expect(await isOpen(made)).toEqual([0])
    // No webhook of either refund arrives.
    expect((await refundUnappliedFunds(made.user, made.paymentId)).data).toMatchObject({ amount: 80.5 })
    const { status, refunded, refunds, ledger } = await moneyOf(made.paymentId)
    expect({ status, refunded, refunds }).toEqual({
      status: 'refunded',
      refunded: 1950,
      refunds: ['succeeded', 'succeeded'],
    })
    expect(ledger).toEqual(['capture 1950', 'refund -1950'])
    expect(await isOpen(made)).toEqual([0])
  })

  test('whose excess is refunded at the provider directly has no excess left and stays completed', async () => {
    const made = await aSaleWithExcess()
    await andTell(() => sandbox.coinbaseRefund(made.checkoutId, '80.50'))
    expect(await seen(made.user, made.paymentId)).toMatchObject({ status: 'completed', excessAmount: 0 })
    expect((await refundUnappliedFunds(made.user, made.paymentId)).status).toBe(409)
    expect(await isOpen(made)).toEqual([1])
    // A refund beyond the excess is a refund of the sale.
    await andTell(() => sandbox.coinbaseRefund(made.checkoutId, '9.50'))
    expect(await moneyOf(made.paymentId)).toMatchObject({ status: 'partially_refunded', refunded: 950 })
  })
})

test('a refund of the excess that Coinbase accepts and then fails alerts support and can be repeated', async () => {
  const made = await aSaleWithExcess()
  await andTell(() => refundUnappliedFunds(made.user, made.paymentId))
  const [refund] = (await sandbox.coinbaseCheckouts()).find(({ id }) => id === made.checkoutId)?.refunds ?? []
  await andTell(() => sandbox.coinbaseRefundFails(made.checkoutId, refund?.id ?? ''))
  expect(await seen(made.user, made.paymentId)).toMatchObject({ status: 'completed', excessAmount: 80.5 })
  expect(await refundsOf(made.paymentId)).toEqual(['failed'])
  expect((await booksOf(made.paymentId)).alerts.length).toBeGreaterThan(1)
  // Support refunds the excess at Coinbase directly.
  await andTell(() => sandbox.coinbaseRefund(made.checkoutId, '80.50'))
  expect(await seen(made.user, made.paymentId)).toMatchObject({ status: 'completed', excessAmount: 0 })
  expect(await isOpen(made)).toEqual([1])
})

test('a refund of the excess of a card payment at Stripe keeps the sale completed and its access', async () => {
  const user = await aUser()
  const product = await aProduct({ priceCents: 3900 })
  const { paymentId, checkoutId } = await buy(user, product.id)
  await sandbox.faults({ tamper: { amount: 10_000 } })
  await happens(() => sandbox.pay(checkoutId))
  await completeByHand(paymentId)
  const intent = await intentOf(paymentId)
  await happens(() => sandbox.refund(intent, 6100))
  expect(await moneyOf(paymentId)).toMatchObject({ status: 'completed', refunded: 0, sum: 3900 })
  expect(await isOpen({ paymentId })).toEqual([1])
  await happens(() => sandbox.refund(intent))
  expect(await moneyOf(paymentId)).toMatchObject({ status: 'refunded', refunded: 3900, sum: 0 })
  expect(await isOpen({ paymentId })).toEqual([0])
})
