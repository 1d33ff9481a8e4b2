import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { PREMIUM_ID } from '#shared/catalogue/contract.ts'
import { DAY } from '#shared/core/time.ts'
import type { Referral, ReferralStats } from '#shared/referrals/contract.ts'
import { commissionCents, REFUND_WINDOW_DAYS } from '#shared/referrals/rules.ts'
import { commit, openDb } from '../../db/client.ts'
import { payments } from '../../db/schema/payments.ts'
import { aUser, type SignedIn, visitor } from '../../testing/clients.ts'
import { patience, runs } from '../../testing/depth.ts'
import { readHub } from '../../testing/hubs.ts'
import { aProduct, stockPlans } from '../../testing/products.ts'
import { bought, buy, deliver } from '../../testing/purchases.ts'
import { aReader } from '../../testing/readers.ts'
import { sandbox } from '../../testing/sandbox.ts'
import { depsOf, unique } from '../../testing/shop.ts'
import { sweepGuestPurchases } from '../payments/guests/sweep-guest-purchases.ts'
import { followProvider } from '../payments/webhooks/follow-provider.ts'
import { runPayouts } from './run-payouts.ts'
import { completeMature, syncCommission } from './writes.ts'

beforeAll(sandbox.calm)
beforeAll(stockPlans)

const codeOf = async (user: { id: number }) =>
  (await env.DB.prepare('SELECT referral_code FROM users WHERE id = ?')
    .bind(user.id)
    .first<string>('referral_code')) ?? ''

/** A user who registered with the link of `referrer`. */
async function aFriendOf(referrer: { id: number }): Promise<SignedIn> {
  const friend = await aUser()
  await env.DB.prepare('UPDATE users SET referred_by = ? WHERE id = ?').bind(referrer.id, friend.id).run()
  return friend
}

const happens = async (doing: () => Promise<unknown>) => {
  for (const { id } of await sandbox.eventsOf(doing))
    expect((await deliver(await sandbox.signed(id))).status).toBe(200)
}

const intentOf = async (paymentId: number) =>
  (await env.DB.prepare('SELECT intent_id FROM payments WHERE id = ?')
    .bind(paymentId)
    .first<string>('intent_id')) ?? ''

type Entry = {
  referrer_id: number
  source_event: string
  kind: string
  commission_cents: number
  status: string
  payout_id: number | null
}

const entriesOf = async (paymentId: number) =>
  (
    await env.DB.prepare('SELECT * FROM referrals WHERE payment_id = ? ORDER BY id')
      .bind(paymentId)
      .all<Entry>()
  ).results

/** Cents and status of each entry, oldest first. */
const entriesOfPayment = async (paymentId: number) =>
  (await entriesOf(paymentId)).map(({ commission_cents, status }) => [commission_cents, status])

/** Processes the state of this money at Stripe, as if at the instant `at`. */
async function notice(intentId: string, at: number) {
  const deps = depsOf()
  await followProvider(deps, deps.providers.stripe, { kind: 'money', intentId }, 'webhook', at)
  await deps.idle()
}

const db = () => openDb(env.DB)
const later = (days: number) => Date.now() + days * DAY

/** Runs the payouts at this instant and marks their commissions as paid. */
async function paidOut(at: number) {
  await runPayouts(db(), null, at)
  await env.DB.prepare("UPDATE referrals SET status = 'paid', paid_at = ? WHERE payout_id IS NOT NULL")
    .bind(at)
    .run()
}

async function aReferredPurchase(priceCents = 1950) {
  const referrer = await aUser()
  const friend = await aFriendOf(referrer)
  const { paymentId } = await bought(friend, (await aProduct({ priceCents })).id)
  return { referrer, friend, paymentId, intentId: await intentOf(paymentId) }
}

describe('a commission', () => {
  // spec: commission
  test('is ten percent of a friend’s payment, pending for the refund window, and does not name the buyer', async () => {
    const { referrer, friend, paymentId } = await aReferredPurchase(2995)
    const [entry] = await entriesOf(paymentId)
    expect(entry).toMatchObject({
      referrer_id: referrer.id,
      commission_cents: 300,
      status: 'pending',
      kind: 'commission',
      source_event: `payment:${paymentId}`,
      payout_id: null,
    })
    const { kept, log } = await readHub(referrer.id)
    expect(kept).toMatchObject([{ title: 'You earned $3.00', type: 'success' }])
    expect(log.map(({ type }) => type)).toEqual(['dashboard_refresh', 'notification'])

    const list = await referrer.get<Referral[]>('/api/user/referrals')
    expect(list.data).toMatchObject([{ status: 'pending', amount: 3, paidAt: null }])
    const waits = Date.parse(list.data[0]?.maturesAt ?? '') - Date.parse(list.data[0]?.createdAt ?? '')
    expect(waits).toBe(REFUND_WINDOW_DAYS * DAY)
    const stats = (await referrer.get<ReferralStats>('/api/user/referral-stats')).data
    expect(stats).toMatchObject({ total: 1, pending: 1, paid: 0, earned: 3, pendingAmount: 3 })
    for (const secret of [friend.username, friend.email, `"${friend.id}"`])
      expect(JSON.stringify([list.data, stats, kept, log])).not.toContain(secret)
  })

  test('is earned once, with repeated events of the purchase in any order', async () => {
    const referrer = await aUser()
    const friend = await aFriendOf(referrer)
    const { paymentId, events } = await bought(friend, (await aProduct()).id)
    for (const { id } of [...events, ...events].reverse()) await deliver(await sandbox.signed(id))
    expect(await entriesOfPayment(paymentId)).toEqual([[195, 'pending']])
    expect((await readHub(referrer.id)).kept).toHaveLength(1)
  })

  test('is earned again at every renewal of a friend’s subscription', async () => {
    const referrer = await aUser()
    const friend = await aFriendOf(referrer)
    await bought(friend, PREMIUM_ID, 'subscription')
    const row = await env.DB.prepare('SELECT stripe_subscription_id FROM subscriptions WHERE user_id = ?')
      .bind(friend.id)
      .first<string>('stripe_subscription_id')
    for (let month = 0; month < 2; month += 1) await happens(() => sandbox.subscription(row ?? '', 'renew'))
    const { results } = await env.DB.prepare(
      'SELECT commission_cents, status FROM referrals WHERE referrer_id = ?',
    )
      .bind(referrer.id)
      .all()
    expect(results).toEqual(Array(3).fill({ commission_cents: 300, status: 'pending' }))
  })

  test('is earned at a pay page outside the shop too, if the buyer has confirmed the address', async () => {
    const referrer = await aUser()
    const friend = await aFriendOf(referrer)
    await env.DB.prepare('UPDATE users SET email_verified_at = 1 WHERE id = ?').bind(friend.id).run()
    await happens(() => sandbox.payByLink('lifetime', friend.email))
    const stats = (await referrer.get<ReferralStats>('/api/user/referral-stats')).data
    expect(stats).toMatchObject({ total: 1, earned: 30 })
  })

  test('is completed once the refund window has passed, and not before', async () => {
    const { paymentId } = await aReferredPurchase()
    await commit(db(), [completeMature(db(), later(REFUND_WINDOW_DAYS) - DAY)])
    expect(await entriesOfPayment(paymentId)).toEqual([[195, 'pending']])
    await commit(db(), [completeMature(db(), later(REFUND_WINDOW_DAYS))])
    expect(await entriesOfPayment(paymentId)).toEqual([[195, 'completed']])
  })

  test('is never completed while its payment is disputed', async () => {
    const { paymentId } = await aReferredPurchase()
    await env.DB.prepare("UPDATE payments SET status = 'disputed' WHERE id = ?").bind(paymentId).run()
    await commit(db(), [completeMature(db(), later(30))])
    expect(await entriesOfPayment(paymentId)).toEqual([[195, 'pending']])
  })
})

describe('a refund or dispute', () => {
  test('cancels the commission, removes it from the sums, and refreshes the referrer’s screens', async () => {
    const { referrer, paymentId, intentId } = await aReferredPurchase()
    await happens(() => sandbox.refund(intentId))
    expect(await entriesOfPayment(paymentId)).toEqual([[195, 'cancelled']])
    const stats = (await referrer.get<ReferralStats>('/api/user/referral-stats')).data
    expect(stats).toMatchObject({ total: 0, pending: 0, earned: 0 })
    expect((await readHub(referrer.id)).log.at(-1)?.type).toBe('dashboard_refresh')
  })

  test('in several parts reverses ten percent of each part, to the cent, and cancels all with the last', async () => {
    const { referrer, paymentId, intentId } = await aReferredPurchase(1955)
    expect(await entriesOfPayment(paymentId)).toEqual([[196, 'pending']])
    await happens(() => sandbox.refund(intentId, 333))
    expect(await entriesOfPayment(paymentId)).toEqual([
      [196, 'pending'],
      [-34, 'pending'],
    ])
    await happens(() => sandbox.refund(intentId, 4))
    await happens(() => sandbox.refund(intentId, 600))
    const amounts = (await entriesOf(paymentId)).map(({ commission_cents }) => commission_cents)
    expect(amounts.reduce((sum, cents) => sum + cents)).toBe(
      commissionCents({ status: 'partially_refunded', amountCents: 1955, refundedCents: 937 }),
    )
    const stats = (await referrer.get<ReferralStats>('/api/user/referral-stats')).data
    expect(stats).toMatchObject({ total: 1, earned: 1.02 })
    await happens(() => sandbox.refund(intentId))
    expect(new Set((await entriesOf(paymentId)).map(({ status }) => status))).toEqual(new Set(['cancelled']))
  })

  test('cancels the commission; a won dispute restores it with its original age', async () => {
    const { paymentId, intentId } = await aReferredPurchase()
    let dispute = ''
    await happens(async () => {
      dispute = await sandbox.dispute(intentId)
    })
    expect(await entriesOfPayment(paymentId)).toEqual([[195, 'cancelled']])
    await sandbox.endDispute(dispute, 'won')
    await notice(intentId, later(3))
    expect(await entriesOfPayment(paymentId)).toEqual([[195, 'pending']])
    await commit(db(), [completeMature(db(), later(8))])
    expect(await entriesOfPayment(paymentId)).toEqual([[195, 'completed']])
  })

  test('that is won after the refund window restores the commission as completed at once', async () => {
    const { paymentId, intentId } = await aReferredPurchase()
    const dispute = await sandbox.dispute(intentId)
    await notice(intentId, later(5))
    await sandbox.endDispute(dispute, 'won')
    await notice(intentId, later(40))
    expect(await entriesOfPayment(paymentId)).toEqual([[195, 'completed']])
  })

  test('that is won while a refund waits for review leaves the commission pending until the decision', async () => {
    const { paymentId, intentId } = await aReferredPurchase()
    const dispute = await sandbox.dispute(intentId)
    await notice(intentId, later(5))
    await env.DB.prepare(
      `INSERT INTO refunds (payment_id, reference, amount_cents, status, asked_by, created_at, updated_at)
       VALUES (?, ?, 1950, 'review', 'customer', 1, 1)`,
    )
      .bind(paymentId, unique('refund'))
      .run()
    await sandbox.endDispute(dispute, 'won')
    await notice(intentId, later(40))
    expect(await entriesOfPayment(paymentId)).toEqual([[195, 'pending']])
    await env.DB.prepare("UPDATE refunds SET status = 'declined' WHERE payment_id = ?").bind(paymentId).run()
    await commit(db(), [completeMature(db(), later(40))])
    expect(await entriesOfPayment(paymentId)).toEqual([[195, 'completed']])
  })

  test('that is lost leaves the commission cancelled', async () => {
    const { paymentId, intentId } = await aReferredPurchase()
    const dispute = await sandbox.dispute(intentId)
    await notice(intentId, later(1))
    await sandbox.endDispute(dispute, 'lost')
    await notice(intentId, later(60))
    expect(await entriesOfPayment(paymentId)).toEqual([[195, 'cancelled']])
  })

  test('after the payout makes a negative balance, which stays until a payout is larger and subtracts it', async () => {
    const referrer = await aUser()
    const friend = await aFriendOf(referrer)
    const { paymentId } = await bought(friend, (await aProduct({ priceCents: 5000 })).id)
    await paidOut(later(31))
    expect(await entriesOfPayment(paymentId)).toEqual([[500, 'paid']])
    await sandbox.refund(await intentOf(paymentId))
    await notice(await intentOf(paymentId), later(32))
    expect(await entriesOfPayment(paymentId)).toEqual([
      [500, 'paid'],
      [-500, 'completed'],
    ])
    const stats = (await referrer.get<ReferralStats>('/api/user/referral-stats')).data
    expect(stats).toMatchObject({ total: 0, earned: 0, paidAmount: 5, payableAmount: -5 })

    const totals = async () =>
      (
        await env.DB.prepare('SELECT total_cents FROM referral_payouts WHERE referrer_id = ? ORDER BY id')
          .bind(referrer.id)
          .all<{ total_cents: number }>()
      ).results.map(({ total_cents }) => total_cents)
    await bought(friend, (await aProduct({ priceCents: 3000 })).id)
    await paidOut(later(62))
    expect(await totals()).toEqual([500])
    await bought(friend, (await aProduct({ priceCents: 9000 })).id)
    await paidOut(later(93))
    expect(await totals()).toEqual([500, 700])
  })

  test('after the payout that is won before the next payout cancels its own reversal', async () => {
    const { paymentId, intentId } = await aReferredPurchase()
    await paidOut(later(31))
    const dispute = await sandbox.dispute(intentId)
    await notice(intentId, later(32))
    await sandbox.endDispute(dispute, 'won')
    await notice(intentId, later(33))
    expect(await entriesOfPayment(paymentId)).toEqual([
      [195, 'paid'],
      [-195, 'cancelled'],
    ])
  })
})

describe('no commission is earned', () => {
  const referredBy = async (referrer: { id: number }, email?: string) => {
    const friend = await aFriendOf(referrer)
    const opened = await buy(friend, (await aProduct()).id)
    return { friend, opened, email }
  }
  const settle = async ({ opened }: Awaited<ReturnType<typeof referredBy>>) => {
    await happens(() => sandbox.pay(opened.checkoutId))
    return entriesOf(opened.paymentId)
  }
  const set = (table: string, id: number, change: string) =>
    env.DB.prepare(`UPDATE ${table} SET ${change} WHERE id = ?`).bind(id).run()

  test('at a purchase without a referrer', async () => {
    const { paymentId } = await bought(await aUser(), (await aProduct()).id)
    expect(await entriesOf(paymentId)).toEqual([])
  })

  test('at an own purchase, even where the account is its own referrer', async () => {
    const buyer = await aUser()
    await set('users', buyer.id, `referred_by = ${buyer.id}`)
    const opened = await buy(buyer, (await aProduct()).id)
    await set('payments', opened.paymentId, `referrer_id = ${buyer.id}`)
    await happens(() => sandbox.pay(opened.checkoutId))
    expect(await entriesOf(opened.paymentId)).toEqual([])
  })

  test('where both accounts have one mailbox when the purchase is paid', async () => {
    const referrer = await aUser()
    const purchase = await referredBy(referrer)
    const identity = await env.DB.prepare('SELECT email_identity FROM users WHERE id = ?')
      .bind(referrer.id)
      .first<string>('email_identity')
    await set('users', purchase.friend.id, `email_identity = '${identity}'`)
    await set('payments', purchase.opened.paymentId, `referrer_id = ${referrer.id}`)
    expect(await settle(purchase)).toEqual([])
  })

  test('where the receipt goes to the referrer’s own mailbox', async () => {
    const referrer = await aUser()
    const purchase = await referredBy(referrer)
    const { paymentId } = purchase.opened
    await set('payments', paymentId, `email_identity = '${referrer.email}', referrer_id = ${referrer.id}`)
    expect(await settle(purchase)).toEqual([])
  })

  test.each(['deleted_at = 5', 'deactivated_at = 5'])('by a closed account: %s', async (closed) => {
    const referrer = await aUser()
    const purchase = await referredBy(referrer)
    await set('payments', purchase.opened.paymentId, `referrer_id = ${referrer.id}`)
    await set('users', referrer.id, closed)
    expect(await settle(purchase)).toEqual([])
  })

  test('at a purchase that was made before its buyer was referred', async () => {
    const buyer = await aUser()
    const { paymentId } = await bought(buyer, (await aProduct()).id)
    await set('users', buyer.id, `referred_by = ${(await aUser()).id}`)
    await happens(async () => sandbox.refund(await intentOf(paymentId), 100))
    expect(await entriesOf(paymentId)).toEqual([])
  })
})

test('a new user is not referred by their own mailbox, nor by a closed account', async () => {
  const referrer = await aUser()
  const code = await codeOf(referrer)
  const register = async (email: string) => {
    const username = unique('self').slice(0, 30)
    const form = { username, email, password: 'long enough', referralCode: code }
    expect((await visitor().post('/api/auth/register', form)).status).toBe(201)
    return env.DB.prepare('SELECT referred_by FROM users WHERE username = ?')
      .bind(username)
      .first<number>('referred_by')
  }
  const [mailbox, domain] = referrer.email.split('@')
  expect(await register(`${mailbox}+second@${domain}`)).toBeNull()
  expect(await register(`${unique('friend')}@mail.test`)).toBe(referrer.id)
  await env.DB.prepare('UPDATE users SET deactivated_at = 5 WHERE id = ?').bind(referrer.id).run()
  expect(await register(`${unique('friend')}@mail.test`)).toBeNull()
})

/** The steps that the test draws from: a change of the payment, passing days, a payout. */
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('stand' as const), part: fc.nat(4), disputed: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 20 }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('payout' as const), paid: fc.boolean() }) },
)

// spec: referral-paid
// invariant: commission-ten-percent
test(
  'after any history the active entries sum to ten percent of the remaining payment; no amount or payout changes',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 40_000 }),
        fc.array(step, { minLength: 1, maxLength: 12 }),
        async (amountCents, steps) => {
          const [referrer, buyer] = [await aReader(), await aReader()]
          let now = Date.now()
          const [row] = await db()
            .insert(payments)
            .values({
              reference: unique('ref'),
              userId: buyer.id,
              scriptId: PREMIUM_ID,
              referrerId: referrer.id,
              purchaseType: 'one-time',
              paymentProvider: 'stripe',
              status: 'completed',
              amountCents,
              originalCents: amountCents,
              paymentDate: now,
              createdAt: now,
              updatedAt: now,
            })
            .returning({ id: payments.id })
          const id = row?.id ?? 0
          let revision = 0
          let stands: Parameters<typeof commissionCents>[0] = {
            status: 'completed',
            amountCents,
            refundedCents: 0,
          }
          await commit(db(), syncCommission(db(), { id, revision }, now))
          let before: Entry[] = []
          for (const one of [{ do: 'wait', days: 0 } as const, ...steps]) {
            if (one.do === 'wait') {
              now += one.days * DAY
              await commit(db(), [completeMature(db(), now)])
            } else if (one.do === 'payout') {
              await runPayouts(db(), null, now)
              if (one.paid)
                await env.DB.prepare("UPDATE referrals SET status = 'paid' WHERE payout_id IS NOT NULL").run()
            } else {
              const refundedCents = Math.floor((amountCents * one.part) / 4)
              const status = one.disputed
                ? 'disputed'
                : refundedCents === 0
                  ? 'completed'
                  : refundedCents === amountCents
                    ? 'refunded'
                    : 'partially_refunded'
              stands = { status, amountCents, refundedCents }
              const change = env.DB.prepare(
                'UPDATE payments SET status = ?, refunded_cents = ?, revision = revision + 1, updated_at = ? WHERE id = ?',
              )
              await change.bind(status, refundedCents, now, id).run()
              revision += 1
              await commit(db(), syncCommission(db(), { id, revision }, now))
            }
            const entries = await entriesOf(id)
            const counting = entries.filter(({ status }) => status !== 'cancelled')
            const sum = counting.reduce((total, { commission_cents }) => total + commission_cents, 0)
            expect(sum).toBe(commissionCents(stands))
            for (const [index, { commission_cents }] of before.entries())
              expect(entries[index]?.commission_cents).toBe(commission_cents)
            // A repeated sync changes nothing.
            await commit(db(), syncCommission(db(), { id, revision }, now))
            const again = await entriesOf(id)
            expect(again.map(({ commission_cents, payout_id }) => [commission_cents, payout_id])).toEqual(
              entries.map(({ commission_cents, payout_id }) => [commission_cents, payout_id]),
            )
            const off = await env.DB.prepare(`SELECT p.id FROM referral_payouts p WHERE p.referrer_id = ?1
            AND (p.total_cents <= 0 OR p.total_cents <> (SELECT sum(commission_cents) FROM referrals e
              WHERE e.payout_id = p.id AND e.status <> 'cancelled'))`)
              .bind(referrer.id)
              .all()
            expect(off.results).toEqual([])
            before = again
          }
        },
      ),
      runs(8),
    )
  },
  patience(60_000),
)

test('a guest purchase with a code earns nothing once it is in the account of the code’s owner', async () => {
  const affiliate = await aUser({ confirmed: true })
  const { id: productId } = await aProduct({ priceCents: 5000 })
  const email = `${unique('second')}@mail.test`
  const order = { productId, email, method: 'card', clientPaymentId: unique('visit') }
  const { data } = await visitor().post<{ url: string }>('/api/payment/guest', {
    ...order,
    referralCode: await codeOf(affiliate),
  })
  await happens(() => sandbox.pay(data.url.split('/').at(-1) ?? ''))
  const paymentId =
    (await env.DB.prepare('SELECT id FROM payments WHERE email = ?').bind(email).first<number>('id')) ?? 0
  expect(await entriesOf(paymentId)).toMatchObject([{ commission_cents: 500, status: 'pending' }])
  await env.DB.prepare('UPDATE users SET email = ?1, email_key = ?1, email_identity = ?1 WHERE id = ?2')
    .bind(email, affiliate.id)
    .run()
  await sweepGuestPurchases(depsOf(), Date.now())
  expect(await entriesOf(paymentId)).toMatchObject([{ commission_cents: 500, status: 'cancelled' }])
  // A later change of the payment does not bring it back.
  await happens(async () => sandbox.refund(await intentOf(paymentId), 1000))
  expect(await entriesOf(paymentId)).toMatchObject([{ status: 'cancelled' }])
})
