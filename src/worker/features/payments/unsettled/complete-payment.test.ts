import { beforeAll, beforeEach, expect, test } from 'vitest'
import { aCharge, andTell, refundUnappliedFunds } from '../../../testing/charges.ts'
import { aUser, type SignedIn } from '../../../testing/clients.ts'
import { aProduct, stockPlans } from '../../../testing/products.ts'
import { booksOf, buy, completeByHand, happens, moneyOf } from '../../../testing/purchases.ts'
import { sandbox } from '../../../testing/sandbox.ts'

beforeAll(stockPlans)
beforeEach(sandbox.calm)

type Question = { revision?: number }

const complete = (admin: SignedIn, id: number, body: object = {}) =>
  admin.post<Question>(`/api/recovery/complete-payment/${id}`, body)

// invariant: money-belongs-to-payment
test('a confirmation of a partial payment that was refunded since asks again, and grants nothing', async () => {
  const admin = await aUser({ admin: true })
  const made = await aCharge('btcpay')
  await andTell(() => sandbox.cryptoSend(made.checkoutId, '5.00'))
  await andTell(() => sandbox.cryptoExpire(made.checkoutId))
  const { data: asked } = await complete(admin, made.paymentId)
  expect((await refundUnappliedFunds(made.user, made.paymentId)).status).toBe(200)

  const confirmed = await complete(admin, made.paymentId, { confirm: true, revision: asked.revision })

  expect([confirmed.status, confirmed.data.revision === asked.revision]).toEqual([409, false])
  expect((await booksOf(made.paymentId)).grants).toEqual([])
})

test('a confirmation of money on its way asks again where it has failed since', async () => {
  const admin = await aUser({ admin: true })
  const { paymentId, checkoutId } = await buy(await aUser(), (await aProduct()).id)
  await happens(() => sandbox.payLater(checkoutId))
  const { data: asked, message } = await complete(admin, paymentId)
  expect(message).toContain('the money is on its way')
  await happens(() => sandbox.moneyFails(checkoutId))

  const confirmed = await complete(admin, paymentId, { confirm: true, revision: asked.revision })

  expect([confirmed.status, confirmed.message]).toEqual([409, expect.stringContaining('not “paid”')])
  expect((await booksOf(paymentId)).grants).toEqual([])
})

test('a completed payment of which the provider had refunded a part has that part in its books', async () => {
  const { paymentId, checkoutId } = await buy(await aUser(), (await aProduct({ priceCents: 1950 })).id)
  await sandbox.faults({ tamper: { amount: 3000 } })
  await happens(() => sandbox.pay(checkoutId))
  const session = await sandbox.session(checkoutId)
  await happens(() => sandbox.refund(String(session?.payment_intent), 2000))

  await completeByHand(paymentId)

  expect(await moneyOf(paymentId)).toMatchObject({ status: 'partially_refunded', sum: 1000 })
})
