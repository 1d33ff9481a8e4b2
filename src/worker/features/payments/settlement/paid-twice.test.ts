import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { LIFETIME_ID, PREMIUM_ID } from '#shared/catalogue/contract.ts'
import { addMonths, DAY } from '#shared/core/time.ts'
import { aUser, type SignedIn } from '../../../testing/clients.ts'
import { aProduct, stockPlans } from '../../../testing/products.ts'
import {
  bought,
  buy,
  completeByHand,
  deliver,
  flagStateOf,
  happens,
  intentOf,
} from '../../../testing/purchases.ts'
import { sandbox } from '../../../testing/sandbox.ts'
import { depsOf, unique } from '../../../testing/shop.ts'
import { sweepGuestPurchases } from '../guests/sweep-guest-purchases.ts'

beforeAll(stockPlans)
beforeEach(sandbox.calm)

const FINE = { status: 'completed', flagged: null, access: [1], alerts: 0 }
const paidToo = (name: string, id: number) => ({
  status: 'completed',
  flagged: `Order #${id} is for ${name} too, by the same account or address`,
  access: [1],
  alerts: 1,
})

/** Pays at a pay page under this address. Returns the payment's id. */
async function asGuest(plan: string, email: string): Promise<number> {
  await happens(() => sandbox.payByLink(plan, email))
  const row = await env.DB.prepare('SELECT max(id) AS id FROM payments WHERE lower(email) = ?')
    .bind(email.toLowerCase())
    .first<{ id: number }>()
  return row?.id ?? 0
}

async function confirm({ id, email }: SignedIn, address = email) {
  await env.DB.prepare(
    'UPDATE users SET email = ?1, email_key = lower(?1), email_identity = lower(?1), email_verified_at = 1 WHERE id = ?2',
  )
    .bind(address, id)
    .run()
  for (const minute of [0, 1, 2]) await sweepGuestPurchases(depsOf(), minute * 60_000)
}

// invariant: paid-twice-reported
describe('one buyer with an account and as a guest', () => {
  test.each([
    ['premium', PREMIUM_ID, 'subscription', 'Premium Subscription'],
    ['lifetime', LIFETIME_ID, 'one-time', 'Lifetime Plan'],
  ] as const)(
    '%s paid twice before the address is confirmed: the newer payment is flagged, with one mail to support',
    async (plan, productId, purchaseType, name) => {
      const buyer = await aUser()
      const first = await asGuest(plan, buyer.email)
      const { paymentId } = await bought(buyer, productId, purchaseType)
      expect(await flagStateOf(paymentId)).toEqual(paidToo(name, first))
      await confirm(buyer)
      expect(await flagStateOf(first)).toEqual(FINE)
      expect(await flagStateOf(paymentId)).toEqual(paidToo(name, first))

      const other = await aUser()
      const { paymentId: earlier } = await bought(other, productId, purchaseType)
      const later = await asGuest(plan, other.email)
      expect(await flagStateOf(earlier)).toEqual(FINE)
      expect(await flagStateOf(later)).toEqual(paidToo(name, earlier))
    },
  )

  test('an address that the account confirms after both payments: the newer payment is flagged', async () => {
    const address = `${unique('guest')}@mail.test`
    const buyer = await aUser()
    const { paymentId } = await bought(buyer, PREMIUM_ID, 'subscription')
    const later = await asGuest('premium', address)
    expect(await flagStateOf(later)).toEqual(FINE)
    await confirm(buyer, address)
    expect(await flagStateOf(later)).toEqual(paidToo('Premium Subscription', paymentId))
    // A person has decided: it is not reported again.
    await completeByHand(later)
    const { stripe_subscription_id: id = '' } =
      (await env.DB.prepare('SELECT stripe_subscription_id FROM subscriptions WHERE user_id = ? ORDER BY id')
        .bind(buyer.id)
        .first<{ stripe_subscription_id: string }>()) ?? {}
    await happens(() => sandbox.subscription(id, 'renew'))
    await bought(buyer, (await aProduct()).id)
    expect(await flagStateOf(later)).toEqual({ ...FINE, alerts: 1 })
  })

  test('a stranger’s address that an account enters for its receipts connects nothing', async () => {
    const [owner, other] = [await aUser(), await aUser()]
    const product = await aProduct()
    const first = await bought(owner, product.id)
    const opened = await other.post<{ id: number; url: string }>('/api/payment/create', {
      productId: product.id,
      purchaseType: 'one-time',
      provider: 'stripe',
      email: owner.email,
      clientPaymentId: unique('visit'),
      couponId: null,
    })
    await happens(() => sandbox.pay(opened.data.url.split('/').at(-1) ?? ''))
    for (const id of [first.paymentId, opened.data.id]) expect(await flagStateOf(id)).toEqual(FINE)
  })

  test('a guest and an account that pay at the same moment: one of the two is flagged', async () => {
    const buyer = await aUser()
    const open = await buy(buyer, PREMIUM_ID, 'subscription')
    const events = await sandbox.eventsOf(async () => {
      await sandbox.payByLink('premium', buyer.email)
      await sandbox.pay(open.checkoutId)
    })
    const signed = await Promise.all(events.map(({ id }) => sandbox.signed(id)))
    await Promise.all(signed.map((one) => deliver(one)))
    const { results } = await env.DB.prepare('SELECT id FROM payments WHERE lower(email) = ? ORDER BY id')
      .bind(buyer.email.toLowerCase())
      .all<{ id: number }>()
    const states = await Promise.all(results.map(({ id }) => flagStateOf(id)))
    expect(states.map(({ alerts }) => alerts).toSorted()).toEqual([0, 1])
    expect(states.filter(({ flagged }) => flagged !== null)).toHaveLength(1)
  })

  test('different products are not reported', async () => {
    const buyer = await aUser()
    const first = await asGuest('premium', buyer.email)
    const script = await bought(buyer, (await aProduct()).id)
    const { paymentId } = await bought(buyer, LIFETIME_ID)
    await confirm(buyer)
    for (const id of [first, script.paymentId, paymentId]) expect(await flagStateOf(id)).toEqual(FINE)
  })
})

// invariant: paid-twice-reported
describe('a product that was bought again while its first payment gave no access', () => {
  test('a dispute that the shop wins: the newer payment is flagged', async () => {
    const [buyer, product] = [await aUser(), await aProduct()]
    const first = await bought(buyer, product.id)
    let dispute = ''
    await happens(async () => {
      dispute = await sandbox.dispute(await intentOf(first.paymentId))
    })
    const again = await bought(buyer, product.id)
    expect(await flagStateOf(again.paymentId)).toEqual(FINE)
    await happens(() => sandbox.endDispute(dispute, 'won'))
    expect(await flagStateOf(first.paymentId)).toMatchObject({
      status: 'completed',
      flagged: null,
      access: [1],
    })
    expect(await flagStateOf(again.paymentId)).toEqual(paidToo(product.name, first.paymentId))
  })

  test('a refund that fails at the bank: the newer payment is flagged', async () => {
    const [buyer, product, admin] = [await aUser(), await aProduct(), await aUser({ admin: true })]
    const first = await bought(buyer, product.id)
    const asked = { amount: product.priceCents / 100, reason: 'Changed their mind' }
    await happens(() => admin.post(`/api/secure-management/payments/${first.paymentId}/refund`, asked))
    expect(await flagStateOf(first.paymentId)).toMatchObject({ status: 'refunded', access: [0] })
    const again = await bought(buyer, product.id)
    const [refund] = await sandbox.refundsOf(await intentOf(first.paymentId))
    await happens(() => sandbox.failRefund(refund?.id ?? ''))
    expect(await flagStateOf(first.paymentId)).toMatchObject({
      status: 'completed',
      flagged: null,
      access: [1],
    })
    expect(await flagStateOf(again.paymentId)).toEqual(paidToo(product.name, first.paymentId))
  })

  test('a purchase after the first one’s updates ended is not flagged when the first dispute is won', async () => {
    const [buyer, product] = [await aUser(), await aProduct()]
    const first = await bought(buyer, product.id)
    let dispute = ''
    await happens(async () => {
      dispute = await sandbox.dispute(await intentOf(first.paymentId))
    })
    await env.DB.prepare('UPDATE user_scripts SET purchased_at = ? WHERE payment_id = ?')
      .bind(addMonths(Date.now() - DAY, -3), first.paymentId)
      .run()
    const again = await bought(buyer, product.id)
    await happens(() => sandbox.endDispute(dispute, 'won'))
    for (const { paymentId } of [first, again]) expect(await flagStateOf(paymentId)).toEqual(FINE)
  })
})

// invariant: paid-twice-reported
test('an order that a person completes by hand although its buyer has the product is flagged', async () => {
  const [buyer, product] = [await aUser(), await aProduct()]
  const old = await buy(buyer, product.id)
  await happens(() => sandbox.expire(old.checkoutId))
  const { paymentId } = await bought(buyer, product.id)
  await completeByHand(old.paymentId)
  expect(await flagStateOf(paymentId)).toEqual(FINE)
  expect(await flagStateOf(old.paymentId)).toEqual(paidToo(product.name, paymentId))
})

test('the second of two clicks on Complete does not clear the flag that the first one raised', async () => {
  const [buyer, product] = [await aUser(), await aProduct()]
  const old = await buy(buyer, product.id)
  await happens(() => sandbox.expire(old.checkoutId))
  const { paymentId } = await bought(buyer, product.id)
  const admin = await completeByHand(old.paymentId)
  const path = `/api/recovery/complete-payment/${old.paymentId}`
  const second = await admin.post<{ revision: number }>(path, { confirm: true })
  expect([second.status, second.data]).toMatchObject([409, { code: 'confirm', clearsFlag: true }])
  const stale = await admin.post(path, { confirm: true, revision: (second.data?.revision ?? 0) - 1 })
  expect(stale.status).toBe(409)
  expect(await flagStateOf(old.paymentId)).toEqual(paidToo(product.name, paymentId))
})
