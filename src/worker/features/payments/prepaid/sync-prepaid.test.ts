import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { PREMIUM_ID } from '#shared/catalogue/contract.ts'
import { addMonths, DAY } from '#shared/core/time.ts'
import { CRYPTO_PROVIDERS } from '#shared/payments/contract.ts'
import type { Subscription } from '#shared/subscriptions/contract.ts'
import { openDb } from '../../../db/client.ts'
import { aUser, type SignedIn } from '../../../testing/clients.ts'
import { cryptoShop } from '../../../testing/crypto.ts'
import { patience, runs } from '../../../testing/depth.ts'
import { aProduct, stockPlans } from '../../../testing/products.ts'
import { bought, deliver } from '../../../testing/purchases.ts'
import { sandbox } from '../../../testing/sandbox.ts'
import { depsOf } from '../../../testing/shop.ts'
import { foldPrepaid } from '../../subscriptions/prepaid-rules.ts'
import { sweepGuestPurchases } from '../guests/sweep-guest-purchases.ts'
import { sweepDuplicatePrepaid } from './sweep-duplicate-prepaid.ts'

beforeAll(sandbox.calm)
beforeAll(stockPlans)

type Row = {
  id: number
  user_id: number | null
  status: string
  provider: string
  current_period_end: number
  ended_at: number | null
  revision: number
}
const rowsOf = async (userId: number) =>
  (await env.DB.prepare('SELECT * FROM subscriptions WHERE user_id = ? ORDER BY id').bind(userId).all<Row>())
    .results
const monthsOf = async (subscriptionId: number) =>
  (
    await env.DB.prepare(
      'SELECT id, status, payment_date, period_start, period_end FROM payments WHERE subscription_id = ? AND payment_date IS NOT NULL',
    )
      .bind(subscriptionId)
      .all<{
        id: number
        status: string
        payment_date: number
        period_start: number | null
        period_end: number | null
      }>()
  ).results

/** Expects the periods in the tables to be the sum of the payments. */
async function addsUp(subscription: Row) {
  const months = await monthsOf(subscription.id)
  const fold = foldPrepaid(
    months.map((one) => ({
      paymentId: one.id,
      paidAt: one.payment_date,
      counts: one.status !== 'refunded' && one.status !== 'disputed',
    })),
  )
  expect(subscription.current_period_end).toBe(fold.end)
  for (const one of months) {
    const period = fold.periods.get(one.id)
    expect([one.period_start, one.period_end]).toEqual([period?.start ?? null, period?.end ?? null])
  }
  return months
}

const month = async (shop: ReturnType<typeof cryptoShop>, user: SignedIn, now: number) => {
  const { id } = await shop.open(user, PREMIUM_ID, now)
  expect((await shop.pay(id, now)).outcome).toBe('settled')
  return id
}
const listOf = async (user: SignedIn) => (await user.get<Subscription[]>('/api/user/subscriptions')).data

describe('a prepaid month', () => {
  test('opens every product until its end, shows that end, and is extended by the next month', async () => {
    const shop = cryptoShop()
    const [user, script, now] = [await aUser(), await aProduct(), Date.now()]
    await month(shop, user, now)
    const [first, ...none] = await listOf(user)
    expect(none).toEqual([])
    expect(first).toMatchObject({
      status: 'active',
      prepaid: true,
      provider: 'coinbase',
      nextBillingDate: null,
      monthlyPrice: 29.99,
      endsAt: new Date(addMonths(now, 1)).toISOString(),
    })
    expect((await user.get(`/api/download/file/${script.id}`)).status).toBe(200)

    await month(shop, user, now + DAY)
    const [row, ...more] = await rowsOf(user.id)
    expect(more).toEqual([])
    expect(row?.current_period_end).toBe(addMonths(now, 2))
    if (row) expect(await addsUp(row)).toHaveLength(2)
    const grants = await env.DB.prepare('SELECT id FROM user_scripts WHERE user_id = ?').bind(user.id).all()
    expect(grants.results).toHaveLength(1)
  })

  test('shortens the subscription once when refunded or disputed, and extends it when the dispute ends', async () => {
    const shop = cryptoShop()
    const [user, script, now] = [await aUser(), await aProduct(), Date.now()]
    const [a, b] = [await month(shop, user, now), await month(shop, user, now + DAY)]
    const opens = async () => (await user.get(`/api/download/file/${script.id}`)).status === 200
    const end = async () => (await rowsOf(user.id))[0]?.current_period_end
    await shop.pay(a, now + 2 * DAY, { refundedCents: 2999 })
    await shop.settle(a, now + 2 * DAY)
    expect(await end()).toBe(addMonths(now + DAY, 1))
    expect(await opens()).toBe(true)

    await shop.pay(b, now + 3 * DAY, { disputed: 'open' })
    expect((await rowsOf(user.id))[0]).toMatchObject({ status: 'canceled', current_period_end: now })
    expect(await opens()).toBe(false)
    await shop.pay(b, now + 4 * DAY)
    expect((await rowsOf(user.id))[0]).toMatchObject({ status: 'active', ended_at: null })
    expect(await end()).toBe(addMonths(now + DAY, 1))
    expect(await opens()).toBe(true)
    const [row] = await rowsOf(user.id)
    if (row) await addsUp(row)
  })

  test('is added for each of three expired charges that are paid at once, each observed twice', async () => {
    const shop = cryptoShop()
    const [user, now] = [await aUser(), Date.now()]
    const ids: number[] = []
    // Charges that expired, and are paid after that.
    for (let n = 0; n < 3; n++) {
      const { id } = await shop.open(user, PREMIUM_ID, now)
      await shop.expire(id, now)
      ids.push(id)
    }
    await Promise.all(ids.flatMap((id) => [shop.pay(id, now), shop.pay(id, now)]))
    const [row, ...more] = await rowsOf(user.id)
    expect(more).toEqual([])
    expect(row?.current_period_end).toBe(addMonths(now, 3))
    if (row) expect(await addsUp(row)).toHaveLength(3)
  })

  test(
    'counts exactly once after any history of payments, refunds and disputes, repeated and concurrent',
    async () => {
      const act = fc.record({
        which: fc.nat(2),
        what: fc.constantFrom('pay', 'refund', 'dispute', 'part'),
        days: fc.nat(40),
      })
      await fc.assert(
        fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 8 }), async (history) => {
          const shop = cryptoShop()
          const user = await aUser()
          let now = Date.now()
          const ids: number[] = []
          for (let n = 0; n < 3; n++) {
            const { id } = await shop.open(user, PREMIUM_ID, now)
            await shop.expire(id, now)
            ids.push(id)
          }
          for (const { which, what, days } of history) {
            now += days * DAY
            const id = ids[which] ?? 0
            const input = {
              pay: {},
              refund: { refundedCents: 2999 },
              dispute: { disputed: 'open' as const },
              part: { refundedCents: 500 },
            }[what]
            await Promise.all([shop.pay(id, now, input), shop.settle(ids[(which + 1) % 3] ?? 0, now)])
            await shop.settle(id, now)
          }
          const rows = await rowsOf(user.id)
          expect(rows).toHaveLength(1)
          const [row] = rows
          if (row) await addsUp(row)
        }),
        runs(3),
      )
    },
    patience(120_000),
  )

  test('of a guest purchase is added to the prepaid months of the account that it is attached to', async () => {
    const shop = cryptoShop()
    const [user, now] = [await aUser(), Date.now()]
    await month(shop, user, now)
    const guest = await aUser()
    const bonus = await month(shop, guest, now + DAY)
    // The rows as after attaching a guest purchase.
    await env.DB.batch(
      ['subscriptions', 'payments', 'user_scripts'].map((table) =>
        env.DB.prepare(`UPDATE ${table} SET user_id = ? WHERE user_id = ?`).bind(user.id, guest.id),
      ),
    )
    expect(await rowsOf(user.id)).toHaveLength(2)
    expect(await sweepDuplicatePrepaid(openDb(env.DB), now + 27 * DAY)).toBeGreaterThan(0)
    const [kept, emptied] = await rowsOf(user.id)
    expect(kept).toMatchObject({ status: 'active', current_period_end: addMonths(now, 2) })
    expect(emptied).toMatchObject({ status: 'canceled' })
    if (kept) expect((await addsUp(kept)).map(({ id }) => id)).toContain(bonus)
    // One licence stays valid. The licence of the merged grant has ended with that grant.
    const { results: licences } = await env.DB.prepare(
      `SELECT g.is_active AS open, l.revoked_at IS NULL AS runs FROM licences l
        JOIN user_scripts g ON g.id = l.grant_id WHERE g.user_id = ? ORDER BY g.id`,
    )
      .bind(user.id)
      .all()
    expect(licences).toEqual([
      { open: 1, runs: 1 },
      { open: 0, runs: 0 },
    ])
    expect((await listOf(user)).filter(({ status }) => status === 'active')).toHaveLength(1)
    const keys = await env.DB.prepare(
      'SELECT l.revoked_at IS NULL AS live, g.is_active FROM licences l JOIN user_scripts g ON g.id = l.grant_id WHERE g.user_id = ? ORDER BY g.id',
    )
      .bind(user.id)
      .all()
    expect(keys.results).toEqual([
      { live: 1, is_active: 1 },
      { live: 0, is_active: 0 },
    ])
    await sweepDuplicatePrepaid(openDb(env.DB), now + 27 * DAY)
    expect((await rowsOf(user.id))[0]).toEqual(kept)
    // The next month extends the merged subscription.
    await month(shop, user, now + 2 * DAY)
    expect((await rowsOf(user.id))[0]?.current_period_end).toBe(addMonths(now, 3))
  })

  test('opens every product also after a merge into months that were all refunded', async () => {
    const shop = cryptoShop()
    const [user, guest, now] = [await aUser(), await aUser(), Date.now()]
    const refunded = await month(shop, user, now)
    await month(shop, guest, now)
    await env.DB.batch([
      ...['subscriptions', 'payments', 'user_scripts'].map((table) =>
        env.DB.prepare(`UPDATE ${table} SET user_id = ? WHERE user_id = ?`).bind(user.id, guest.id),
      ),
      // The rows as after a refund, but the subscription ends in the future, as where a clock is behind.
      env.DB.prepare("UPDATE payments SET status = 'refunded' WHERE id = ?").bind(refunded),
      env.DB.prepare("UPDATE user_scripts SET status = 'refunded', is_active = 0 WHERE payment_id = ?").bind(
        refunded,
      ),
      env.DB.prepare(
        'UPDATE licences SET revoked_at = 1 WHERE grant_id = (SELECT id FROM user_scripts WHERE payment_id = ?)',
      ).bind(refunded),
    ])
    await sweepDuplicatePrepaid(openDb(env.DB), now + 27 * DAY)
    const { results } = await env.DB.prepare(
      `SELECT g.is_active AS open, l.revoked_at IS NULL AS runs FROM user_scripts g
        JOIN licences l ON l.grant_id = g.id WHERE g.user_id = ? ORDER BY g.id`,
    )
      .bind(user.id)
      .all()
    expect(results).toEqual([
      { open: 1, runs: 1 },
      { open: 0, runs: 0 },
    ])
  })
})

describe.each(CRYPTO_PROVIDERS)('months bought at the pay page of %s', (provider) => {
  const buyMonth = async (email: string) => {
    const events = await sandbox.eventsOf(() => sandbox.payByCryptoLink('premium', email, { provider }))
    for (const { id } of [...events.toReversed(), ...events]) await deliver(await sandbox.signed(id))
  }
  const ofAddress = async (email: string) =>
    (await env.DB.prepare('SELECT * FROM subscriptions WHERE email = ? ORDER BY id').bind(email).all<Row>())
      .results

  test('by a guest are one subscription of their address, and then of the account that confirms it', async () => {
    const user = await aUser()
    await buyMonth(user.email)
    await buyMonth(user.email)
    const [row, ...more] = await ofAddress(user.email)
    expect(more).toEqual([])
    expect(row).toMatchObject({ user_id: null, status: 'active', provider })
    if (row) expect(await addsUp(row)).toHaveLength(2)
    await env.DB.prepare('UPDATE users SET email_verified_at = 1 WHERE id = ?').bind(user.id).run()
    await sweepGuestPurchases(depsOf(env), 0)
    const [own] = await listOf(user)
    expect(own).toMatchObject({ prepaid: true, provider, status: 'active' })

    // One renewal request and its payment.
    const { data } = await user.post<{ url: string }>(`/api/user/subscriptions/${own?.id}/renew`)
    const checkoutId = data.url.split('/').at(-1) ?? ''
    for (const { id } of await sandbox.eventsOf(() => sandbox.cryptoPay(checkoutId)))
      await deliver(await sandbox.signed(id))
    const [after] = await rowsOf(user.id)
    if (after) expect(await addsUp(after)).toHaveLength(3)
    expect(after?.current_period_end).toBeGreaterThan(row?.current_period_end ?? 0)
  })
})

describe('another payment for a subscription', () => {
  test('is accepted in advance at any time, and refused by card while a prepaid month runs', async () => {
    const shop = cryptoShop()
    const [user, now] = [await aUser(), Date.now()]
    await month(shop, user, now)
    const input = { productId: PREMIUM_ID, purchaseType: 'subscription', provider: 'stripe' }
    const card = await user.post<{ code: string }>('/api/payment/create', {
      ...input,
      email: user.email,
      clientPaymentId: `visit-${user.id}`,
    })
    expect(card.status).toBe(409)
    expect(card.message).toMatch(/^Your prepaid month runs until \d+ \w+ \d{4} \(UTC\)\./)
    expect(card.data.code).toBe('owned')
    expect((await shop.open(user, PREMIUM_ID, now)).url).toMatch(/^https:/)
  })

  test('is refused in advance while a card subscription is active or waits for its payment', async () => {
    const shop = cryptoShop()
    const user = await aUser()
    await bought(user, PREMIUM_ID, 'subscription')
    await expect(shop.open(user, PREMIUM_ID, Date.now())).rejects.toThrow(/already have an active/)
    await env.DB.prepare("UPDATE subscriptions SET status = 'past_due', past_due_since = ? WHERE user_id = ?")
      .bind(Date.now() - 9 * DAY, user.id)
      .run()
    await expect(shop.open(user, PREMIUM_ID, Date.now())).rejects.toThrow(/waiting for its payment/)
  })

  test('by renewal is one charge; 409 for a card subscription, 404 for a stranger’s, 503 without crypto', async () => {
    const shop = cryptoShop()
    const [user, stranger, now] = [await aUser(), await aUser(), Date.now()]
    await month(shop, user, now)
    const [own] = await rowsOf(user.id)
    const { renewPrepaid } = await import('../checkout/renew-prepaid.ts')
    const opened = await renewPrepaid(shop.deps, user, { id: own?.id ?? 0 }, now)
    expect(await renewPrepaid(shop.deps, user, { id: own?.id ?? 0 }, now)).toEqual(opened)
    const closed = user.again({ ...env, CRYPTO_PROVIDER: undefined })
    expect((await closed.post(`/api/user/subscriptions/${own?.id}/renew`)).status).toBe(503)
    expect((await stranger.post(`/api/user/subscriptions/${own?.id}/renew`)).status).toBe(404)
    await bought(stranger, PREMIUM_ID, 'subscription')
    const [card] = await rowsOf(stranger.id)
    expect((await stranger.post(`/api/user/subscriptions/${card?.id}/renew`)).status).toBe(409)
  })
})
