import { beforeAll, expect, test } from 'vitest'
import { PREMIUM_ID } from '#shared/catalogue/contract.ts'
import type { CouponUse } from '#shared/coupons/contract.ts'
import { aUser } from '../../testing/clients.ts'
import { aCoupon, redeemBy, usesOf } from '../../testing/coupons.ts'
import { aProduct, stockPlans } from '../../testing/products.ts'
import { bought, deliver } from '../../testing/purchases.ts'
import { sandbox } from '../../testing/sandbox.ts'

beforeAll(sandbox.calm)
beforeAll(stockPlans)

const APPLY = '/api/coupons/apply'
const lies = { originalAmount: 1, discountAmount: 0.99, finalAmount: 0.01, userId: 1 }

// spec: coupon-apply
test('applying returns the coupon use of the purchase, any number of times, and ignores the amounts sent', async () => {
  const user = await aUser()
  const product = await aProduct({ priceCents: 5000 })
  const { id } = await aCoupon({ maxUses: 1 })
  const { data } = await redeemBy(user, product.id, id)
  const input = { couponId: id, scriptId: product.id, paymentId: data.id, ...lies }
  const [first, second] = [await user.post<CouponUse>(APPLY, input), await user.post<CouponUse>(APPLY, input)]
  expect([first.status, first.success, first.message]).toEqual([200, true, 'Coupon applied to purchase'])
  expect(first.data).toMatchObject({
    couponId: id,
    userId: user.id,
    paymentId: data.id,
    subscriptionId: null,
    originalAmount: 50,
    discountAmount: 10,
    finalAmount: 40,
  })
  expect(second.data).toEqual(first.data)
  expect(await usesOf(id)).toMatchObject({ currentUses: 1, states: ['held'] })
})

test('applying finds a purchase by its subscription id', async () => {
  const user = await aUser()
  const { id } = await aCoupon()
  const { data } = await redeemBy(user, PREMIUM_ID, id, { purchaseType: 'subscription' })
  const events = await sandbox.eventsOf(() => sandbox.pay(data.url.split('/').at(-1) ?? ''))
  for (const event of events) await deliver(await sandbox.signed(event.id))
  const [subscription] = (await user.get<{ id: number }[]>('/api/user/subscriptions')).data
  const input = { couponId: id, scriptId: PREMIUM_ID, subscriptionId: subscription?.id }
  const answer = await user.post<CouponUse>(APPLY, input)
  expect(answer.data).toMatchObject({
    paymentId: data.id,
    subscriptionId: subscription?.id,
    finalAmount: 23.99,
  })
})

test('applying to a purchase that was made without the coupon gets 409 and changes nothing', async () => {
  const user = await aUser()
  const product = await aProduct()
  const { id } = await aCoupon()
  const { paymentId } = await bought(user, product.id)
  const answer = await user.post(APPLY, { couponId: id, scriptId: product.id, paymentId, ...lies })
  expect([answer.status, answer.message]).toEqual([
    409,
    'This purchase was made without this coupon. A coupon is entered at the checkout, before paying.',
  ])
  expect(await usesOf(id)).toMatchObject({ currentUses: 0, uses: [] })
})

test('applying gets 404 for another’s purchase or product, 400 without a purchase, 409 for a closed one', async () => {
  const [user, stranger] = [await aUser(), await aUser()]
  const product = await aProduct()
  const { id } = await aCoupon()
  const { data } = await redeemBy(user, product.id, id)
  const input = { couponId: id, scriptId: product.id, paymentId: data.id }
  expect((await stranger.post(APPLY, input)).status).toBe(404)
  expect((await user.post(APPLY, { ...input, scriptId: product.id + 1 })).status).toBe(404)
  expect((await user.post(APPLY, { ...input, paymentId: undefined })).status).toBe(400)
  const events = await sandbox.eventsOf(() => sandbox.expire(data.url.split('/').at(-1) ?? ''))
  for (const event of events) await deliver(await sandbox.signed(event.id))
  const closed = await user.post(APPLY, input)
  expect([closed.status, closed.message]).toEqual([
    409,
    'This coupon is not in use any more: its payment was not made, or was refunded.',
  ])
})
