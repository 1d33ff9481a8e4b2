import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import { DAY, MINUTE } from '#shared/core/time.ts'
import type { Finding } from '#shared/recovery/contract.ts'
import { openDb } from '../../db/client.ts'
import { couponUsages } from '../../db/schema/coupon-usages.ts'
import { coupons } from '../../db/schema/coupons.ts'
import { andTell, pageId, takingAt } from '../../testing/charges.ts'
import { aUser, type SignedIn } from '../../testing/clients.ts'
import { aCoupon } from '../../testing/coupons.ts'
import { dumpBooks } from '../../testing/dump.ts'
import { aProduct, stockPlans } from '../../testing/products.ts'
import { bought, deliver } from '../../testing/purchases.ts'
import { reconcile } from '../../testing/reconciling.ts'
import { sandbox } from '../../testing/sandbox.ts'
import { unique, withPausedQueue } from '../../testing/shop.ts'

beforeAll(sandbox.calm)
beforeAll(stockPlans)

const reconcileBooks = () => reconcile(Date.now() + MINUTE)
const run = (text: string, ...params: unknown[]) =>
  env.DB.prepare(text)
    .bind(...params)
    .run()

/** A friend referred by `referrer` with a purchase that used a coupon, and with a refunded purchase. */
async function aShop() {
  const { bindings } = withPausedQueue()
  const admin = await aUser({ admin: true, bindings })
  const referrer = await aUser({ bindings })
  const friend = await aUser({ bindings })
  await run('UPDATE users SET referred_by = ? WHERE id = ?', referrer.id, friend.id)
  const { paymentId } = await bought(friend, (await aProduct()).id)
  const back = await bought(friend, (await aProduct()).id)
  const intent = (await sandbox.session(back.checkoutId))?.payment_intent
  for (const { id } of await sandbox.eventsOf(() => sandbox.refund(String(intent))))
    await deliver(await sandbox.signed(id), bindings)
  const couponId = await aUsedCoupon(friend, paymentId)
  return { admin, referrer, friend, paymentId, back: back.paymentId, couponId }
}

/** A coupon with one use, as if the purchase had been made with it. */
async function aUsedCoupon(buyer: SignedIn, paymentId: number): Promise<number> {
  const db = openDb(env.DB)
  const now = Date.now()
  const code = unique('C').slice(0, 12).toUpperCase()
  const [coupon] = await db
    .insert(coupons)
    .values({
      code,
      discountType: 'percentage',
      discountValue: 0.2,
      description: 'A fifth off',
      startDate: now - DAY,
      maxUses: 10,
      currentUses: 1,
      specificScriptIds: [],
      createdAt: now,
      updatedAt: now,
    })
    .returning()
  await db.insert(couponUsages).values({
    couponId: coupon?.id ?? 0,
    userId: buyer.id,
    emailIdentity: buyer.email,
    identityUse: 1,
    accountUse: 1,
    state: 'redeemed',
    paymentId,
    discountCents: 0,
    originalCents: 1950,
    finalCents: 1950,
    appliedAt: now,
  })
  return coupon?.id ?? 0
}

type Shop = Awaited<ReturnType<typeof aShop>>

const findingsOf = async (admin: SignedIn) => (await admin.get<Finding[]>('/api/recovery/findings')).data

/** The commission of each payment (the sum of its entries), and the uses of each coupon. */
async function shares() {
  const earned = await env.DB.prepare(
    "SELECT payment_id, sum(commission_cents) AS cents FROM referrals WHERE status <> 'cancelled' GROUP BY payment_id HAVING cents <> 0 ORDER BY 1",
  ).all()
  const used = await env.DB.prepare('SELECT id, current_uses FROM coupons ORDER BY id').all()
  const uses = await env.DB.prepare('SELECT payment_id, state FROM coupon_usages ORDER BY id').all()
  return [earned.results, used.results, uses.results]
}

type Wrong = {
  what: string
  wrong: (shop: Shop) => Promise<unknown>
  found: (shop: Shop) => [Finding['kind'], string]
}

const entry = (shop: Shop, paymentId: number, cents: number) =>
  run(
    `INSERT INTO referrals (referrer_id, payment_id, source_event, kind, commission_cents, status, created_at)
      VALUES (?, ?, ?, 'commission', ?, 'completed', 1)`,
    shop.referrer.id,
    paymentId,
    unique('by-hand'),
    cents,
  )

const WRONGS: Wrong[] = [
  {
    what: 'a commission is deleted',
    wrong: ({ paymentId }) => run('DELETE FROM referrals WHERE payment_id = ?', paymentId),
    found: ({ paymentId }) => ['sale-without-commission', `payment:${paymentId}`],
  },
  {
    what: 'a commission is cancelled though its sale stands',
    wrong: ({ paymentId }) =>
      run("UPDATE referrals SET status = 'cancelled' WHERE payment_id = ?", paymentId),
    found: ({ paymentId }) => ['sale-without-commission', `payment:${paymentId}`],
  },
  {
    what: 'a commission is inserted for money that went back',
    wrong: (shop) => entry(shop, shop.back, 195),
    found: ({ back }) => ['commission-without-sale', `payment:${back}`],
  },
  {
    what: 'a commission is inserted twice',
    wrong: (shop) => entry(shop, shop.paymentId, 195),
    found: ({ paymentId }) => ['commission-without-sale', `payment:${paymentId}`],
  },
  {
    what: 'a coupon counts a use that nobody made',
    wrong: ({ couponId }) => run('UPDATE coupons SET current_uses = 4 WHERE id = ?', couponId),
    found: ({ couponId }) => ['coupon-off', `coupon:${couponId}`],
  },
]

/** One shop for all cases, since each repair restores commissions and counters. */
let shared: Promise<Shop> | undefined

describe('finding and repairing commissions and counters that were changed by hand', () => {
  // invariant: commission-has-payment
  test.each(WRONGS)(
    '$what: this is the only finding; one repair restores everything, a second one changes nothing',
    async ({ wrong, found }) => {
      shared ??= aShop()
      const shop = await shared
      await reconcileBooks()
      expect(await findingsOf(shop.admin)).toEqual([])
      const right = await shares()
      await wrong(shop)
      await reconcileBooks()
      const open = await findingsOf(shop.admin)
      expect(open.map(({ kind, subject }) => [kind, subject])).toEqual([found(shop)])
      const repair = () =>
        shop.admin.post<{ resolution: string }>(`/api/recovery/findings/${open[0]?.id}/repair`)
      const mended = await repair()
      expect(mended.data, mended.text).toMatchObject({ resolution: 'repaired' })
      expect(await shares()).toEqual(right)
      const after = await dumpBooks()
      expect((await repair()).data.resolution).toBe('resolved before')
      await reconcileBooks()
      expect(await dumpBooks()).toEqual(after)
    },
    30_000,
  )

  test('a coupon use that stays redeemed after a refund is released, and its coupon counts one less', async () => {
    const { admin, friend, back } = await aShop()
    const couponId = await aUsedCoupon(friend, back)
    await reconcileBooks()
    const open = await findingsOf(admin)
    expect(open.map(({ kind, subject }) => [kind, subject.split(':')[0]])).toEqual([['coupon-off', 'usage']])
    const mended = await admin.post<{ resolution: string }>(`/api/recovery/findings/${open[0]?.id}/repair`)
    expect(mended.data, mended.text).toMatchObject({ resolution: 'repaired' })
    const coupon = await env.DB.prepare('SELECT current_uses FROM coupons WHERE id = ?')
      .bind(couponId)
      .first()
    const use = await env.DB.prepare('SELECT state FROM coupon_usages WHERE payment_id = ?')
      .bind(back)
      .first()
    expect([coupon, use]).toEqual([{ current_uses: 0 }, { state: 'released' }])
  })
})

test('the coupon use of a partially paid order is no finding: the order keeps its price', async () => {
  const { bindings } = withPausedQueue()
  const admin = await aUser({ admin: true, bindings })
  const user = await aUser({ bindings: takingAt('btcpay') })
  const [{ id: couponId }, { id: productId }] = [await aCoupon(), await aProduct()]
  const opened = await user.post<{ id: number; hostedUrl: string }>('/api/coinbase/create-charge', {
    productId,
    email: user.email,
    couponId,
  })
  expect(opened.status, opened.text).toBe(201)
  const checkoutId = pageId(opened.data.hostedUrl)
  await andTell(() => sandbox.cryptoSend(checkoutId, '10.00'))
  await andTell(() => sandbox.cryptoExpire(checkoutId))
  await reconcileBooks()
  const { data } = await admin.get<Finding[]>('/api/recovery/findings?limit=100')
  expect(data.filter(({ kind }) => kind === 'coupon-off')).toEqual([])
  await andTell(() => sandbox.cryptoPay(checkoutId))
  const use = await env.DB.prepare('SELECT state FROM coupon_usages WHERE payment_id = ?')
    .bind(opened.data.id)
    .first()
  expect(use).toEqual({ state: 'redeemed' })
})
