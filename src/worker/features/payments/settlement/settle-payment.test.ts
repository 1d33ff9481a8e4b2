import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import { PREMIUM_ID } from '#shared/catalogue/contract.ts'
import { HOUR } from '#shared/core/time.ts'
import type { PurchaseType } from '#shared/payments/contract.ts'
import { aRegisteredUser, aUser, type SignedIn } from '../../../testing/clients.ts'
import { aCoupon } from '../../../testing/coupons.ts'
import { momentsUpTo, patience } from '../../../testing/depth.ts'
import { readHub } from '../../../testing/hubs.ts'
import { consumeLater, mortal, sweepEverything } from '../../../testing/mortal.ts'
import { aBundle, aProduct, stockPlans } from '../../../testing/products.ts'
import { booksOf, bought, buy, deliver } from '../../../testing/purchases.ts'
import { sandbox } from '../../../testing/sandbox.ts'
import { withPausedQueue } from '../../../testing/shop.ts'

beforeAll(sandbox.calm)
beforeAll(stockPlans)

async function settledOnce(user: SignedIn, paymentId: number, name: string, kind: Kind = 'one-time') {
  const books = await booksOf(paymentId)
  const { kept } = await readHub(user.id)
  expect(
    {
      status: books.payment?.status,
      settled: books.history.map(({ kind }) => kind),
      grants: books.grants.map(({ is_active }) => is_active),
      mails: books.mails.map(({ status }) => status),
      inbox: (await sandbox.mails(user.email)).length,
      bell: kept.map(({ id }) => id),
      open: books.outboxRows.filter(({ dispatched_at }) => dispatched_at === null).length,
    },
    name,
  ).toEqual({
    status: 'completed',
    settled: ['settled'],
    grants: kind === 'bundle of two' ? [1, 1] : [1],
    mails: ['sent'],
    inbox: 1,
    open: 0,
    bell: [`purchase-${paymentId}`],
  })
}

/** The third kind: with a coupon that has a single use, by a buyer whom an affiliate referred. */
type Kind = PurchaseType | 'one-time that was recommended and reduced' | 'bundle of two'

async function paid(kind: Kind) {
  const isShared = kind === 'one-time that was recommended and reduced'
  const user = await aRegisteredUser({ referralCode: isShared ? await codeOf(await aUser()) : null })
  const product = await productOf(kind)
  const couponId = isShared ? (await aCoupon({ maxUses: 1 })).id : null
  const opened = await buy(user, product, kind === 'subscription' ? kind : 'one-time', couponId)
  const events = await sandbox.eventsOf(() => sandbox.pay(opened.checkoutId))
  const event = events.find(({ type }) => type === 'checkout.session.completed')
  return { user, ...opened, signed: await sandbox.signed(event?.id ?? '') }
}

async function productOf(kind: Kind): Promise<number> {
  if (kind === 'subscription') return PREMIUM_ID
  const product = await aProduct()
  return kind === 'bundle of two' ? (await aBundle([product, await aProduct()])).id : product.id
}

const codeOf = ({ id }: SignedIn) =>
  env.DB.prepare('SELECT referral_code FROM users WHERE id = ?').bind(id).first<string>('referral_code')

/** Expects one licence, coupon use and commission from the settlement, and one notification of the affiliate. */
async function sharedOnce(paymentId: number, kind: Kind, name: string) {
  const { results } = await env.DB.prepare(
    `SELECT (SELECT count(*) FROM licences l JOIN user_scripts g ON g.id = l.grant_id
        WHERE g.payment_id = ?1 AND l.revoked_at IS NULL) AS licences,
      (SELECT group_concat(u.state || ' ' || c.current_uses) FROM coupon_usages u JOIN coupons c ON c.id = u.coupon_id
        WHERE u.payment_id = ?1) AS use,
      (SELECT group_concat(r.status || ' ' || r.commission_cents) FROM referrals r WHERE r.payment_id = ?1) AS earned,
      (SELECT count(*) FROM outbox WHERE key LIKE 'commission:' || CAST(?1 AS INTEGER) || ':%') AS told,
      (SELECT count(*) FROM outbox WHERE key LIKE 'commission:' || CAST(?1 AS INTEGER) || ':%'
        AND dispatched_at IS NULL) AS untold`,
  )
    .bind(paymentId)
    .all()
  const isShared = kind === 'one-time that was recommended and reduced'
  const shared = isShared ? { use: 'redeemed 1', earned: 'pending 156' } : { use: null, earned: null }
  const licences = kind === 'bundle of two' ? 2 : 1
  expect(results, name).toEqual([{ licences, ...shared, told: isShared ? 1 : 0, untold: 0 }])
}

/** Counts of the whole shop: payments without a grant, grants without a payment, payments with more than one mail. */
async function ledger() {
  const one = (sql: string) => env.DB.prepare(sql).first<{ n: number }>()
  const [paidWithoutGrant, grantWithoutPayment, mailsTooMany] = await Promise.all([
    one(`SELECT count(*) AS n FROM payments p WHERE p.status = 'completed'
         AND NOT EXISTS (SELECT 1 FROM user_scripts g WHERE g.payment_id = p.id AND g.is_active = 1)`),
    one(`SELECT count(*) AS n FROM user_scripts g LEFT JOIN payments p ON p.id = g.payment_id
         WHERE g.is_active = 1 AND (p.id IS NULL OR p.status <> 'completed')`),
    one(
      `SELECT count(*) AS n FROM (SELECT payment_id FROM email_deliveries WHERE payment_id IS NOT NULL
         GROUP BY payment_id HAVING count(*) > 1)`,
    ),
  ])
  return [paidWithoutGrant?.n, grantWithoutPayment?.n, mailsTooMany?.n]
}

const KINDS = [
  'one-time',
  'subscription',
  'one-time that was recommended and reduced',
  'bundle of two',
] as const

describe.each(KINDS)('a Worker that dies while it settles a %s', (kind) => {
  // invariant: crash-safe
  test(
    'before or after any call leaves nothing undone after one redelivery and one sweep',
    async () => {
      const whole = await paid(kind)
      const rehearsal = mortal(withPausedQueue().bindings, null)
      expect((await deliver(whole.signed, rehearsal.bindings)).status).toBe(200)
      const calls = rehearsal.count.calls
      // Store, find, find payment, ask Stripe, commit, mark handled, and the dispatch of two messages.
      expect(calls).toBeGreaterThanOrEqual(9)

      for (const at of momentsUpTo(calls, KINDS.indexOf(kind))) {
        const name = `after call ${at} of ${calls}`
        const { user, paymentId, signed } = await paid(kind)
        const { bindings, sent } = withPausedQueue()
        await deliver(signed, mortal(bindings, at).bindings).catch(() => undefined)
        expect(await ledger(), name).toEqual([0, 0, 0])

        expect((await deliver(signed, bindings)).status, name).toBe(200)
        await sweepEverything(bindings, Date.now() + HOUR)
        await consumeLater(sent, bindings)
        await settledOnce(user, paymentId, name, kind)
        await sharedOnce(paymentId, kind, name)
      }
      expect(await ledger()).toEqual([0, 0, 0])
    },
    patience(120_000),
  )

  test(
    'after any call leaves nothing undone after one sweep, without a redelivery',
    async () => {
      const rehearsal = mortal(withPausedQueue().bindings, null)
      await deliver((await paid(kind)).signed, rehearsal.bindings)
      for (const at of momentsUpTo(rehearsal.count.calls, 1 + KINDS.indexOf(kind))) {
        const name = `call ${at}, after`
        const { user, paymentId, signed } = await paid(kind)
        const { bindings, sent } = withPausedQueue()
        await deliver(signed, mortal(bindings, at).bindings).catch(() => undefined)
        await sweepEverything(bindings, Date.now() + HOUR)
        await consumeLater(sent, bindings)
        await settledOnce(user, paymentId, name, kind)
        await sharedOnce(paymentId, kind, name)
      }
    },
    patience(120_000),
  )
})

test(
  'a sweep that dies after any call leaves nothing undone after the next sweep',
  async () => {
    const rehearsal = await paid('one-time')
    const whole = mortal(withPausedQueue().bindings, null)
    await sweepEverything(whole.bindings, Date.now() + HOUR)
    expect((await booksOf(rehearsal.paymentId)).payment?.status).toBe('completed')
    for (const at of momentsUpTo(whole.count.calls)) {
      const { user, paymentId } = await paid('one-time')
      const { bindings, sent } = withPausedQueue()
      await sweepEverything(mortal(bindings, at).bindings, Date.now() + HOUR).catch(() => undefined)
      expect(await ledger()).toEqual([0, 0, 0])
      // A failed check is repeated after at most an hour; so is a failed dispatch.
      await sweepEverything(bindings, Date.now() + 3 * HOUR)
      await consumeLater(sent, bindings)
      await settledOnce(user, paymentId, `call ${at}`)
    }
  },
  patience(120_000),
)

// invariant: paid-is-open
test('the database refuses a second settlement, grant, receipt or checkout row of one payment', async () => {
  const { paymentId } = await bought(await aUser(), (await aProduct()).id)
  const again = [
    `INSERT INTO payment_events (payment_id, kind, source, details, created_at)
     SELECT payment_id, kind, 'sweep', details, 1 FROM payment_events WHERE payment_id = ?`,
    `INSERT INTO user_scripts (user_id, script_id, access_type, payment_id, purchased_at, created_at, updated_at)
     SELECT user_id, script_id, access_type, payment_id, 1, 1, 1 FROM user_scripts WHERE payment_id = ?`,
    `INSERT INTO email_deliveries (key, template, to_address, data, queued_at, due_at, created_at, updated_at)
     SELECT key, template, to_address, data, 1, 1, 1, 1 FROM email_deliveries WHERE payment_id = ?`,
    `INSERT INTO payments (reference, script_id, purchase_type, payment_provider, checkout_id, amount_cents, original_cents, created_at, updated_at)
     SELECT 'another', script_id, purchase_type, payment_provider, checkout_id, amount_cents, original_cents, 1, 1 FROM payments WHERE id = ?`,
  ]
  for (const sql of again) await expect(env.DB.prepare(sql).bind(paymentId).run()).rejects.toThrow('UNIQUE')
  for (const sql of [
    "UPDATE payment_events SET kind = 'x' WHERE payment_id = ?",
    'DELETE FROM payment_events WHERE payment_id = ?',
  ])
    await expect(env.DB.prepare(sql).bind(paymentId).run()).rejects.toThrow('append-only')
})
