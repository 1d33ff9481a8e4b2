import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import { addMonths, DAY } from '../core/time.ts'
import { DAILY, EVERY_FIVE_MINUTES, EVERY_MINUTE, MONTHLY } from '../cron.ts'
import { readNews } from '../features/feed/store.ts'
import { sweepPayments } from '../features/payments/check-payment.ts'
import { sweepTwins } from '../features/payments/restate-prepaid.ts'
import { findReferrer } from '../features/referrals/find-referrer.ts'
import { sweepPrepaid } from '../features/subscriptions/sweep-prepaid.ts'
import type { Env } from '../providers/env.ts'
import { charge, giveBack, pageId, payRest, takingAt } from '../testing/charges.ts'
import { aUser } from '../testing/clients.ts'
import { aCoupon, redeemBy } from '../testing/coupons.ts'
import { cryptoShop } from '../testing/crypto.ts'
import { aProduct, aRelease, stockPlans } from '../testing/products.ts'
import { intentsOf, stripe } from '../testing/provider-world.ts'
import { booksOf, bought, buy, deliver, happens, intentOf } from '../testing/purchases.ts'
import { aReader, owns } from '../testing/readers.ts'
import { reconcile } from '../testing/reconciling.ts'
import { sandbox } from '../testing/sandbox.ts'
import { consume, depsOf, ring, unique, withHeldQueue } from '../testing/shop.ts'
import { openDb } from './client.ts'

beforeAll(sandbox.calm)
beforeAll(stockPlans)

type Statement = { sql: string; params: unknown[] }
type Watch = { bindings: Env; statements: Statement[]; trips: number }

/** The real database, with a note of every statement and of every round trip. */
function watched(base: Env = env): Watch {
  const watch: Watch = { bindings: base, statements: [], trips: 0 }
  const seen = new WeakMap<object, Statement>()
  const wrap = (statement: D1PreparedStatement, note: Statement): D1PreparedStatement => {
    const proxy = new Proxy(statement, {
      get(target, name) {
        const value = Reflect.get(target, name)
        if (typeof value !== 'function') return value
        if (name === 'bind')
          return (...params: unknown[]) => wrap(target.bind(...params), { ...note, params })
        return (...args: unknown[]) => {
          watch.trips++
          watch.statements.push(note)
          return value.apply(target, args)
        }
      },
    })
    seen.set(proxy, note)
    originals.set(proxy, statement)
    return proxy
  }
  const originals = new WeakMap<object, D1PreparedStatement>()
  const DB = new Proxy(base.DB, {
    get(target, name) {
      if (name === 'prepare') return (sql: string) => wrap(target.prepare(sql), { sql, params: [] })
      if (name === 'batch') {
        return (statements: D1PreparedStatement[]) => {
          watch.trips++
          for (const one of statements) {
            const note = seen.get(one)
            if (note) watch.statements.push(note)
          }
          return target.batch(statements.map((one) => originals.get(one) ?? one))
        }
      }
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  watch.bindings = { ...base, DB }
  return watch
}

const planOf = async ({ sql, params }: Statement): Promise<string[]> => {
  const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
    .bind(...params)
    .all<{ detail: string }>()
  return results.map(({ detail }) => detail)
}

/** Steps of a plan that read a whole table: what must not happen to one that grows. */
async function scansOf(statement: Statement): Promise<string[]> {
  const { sql } = statement
  return (
    (await planOf(statement))
      // A new row's plan also names the tables that refer to it; those are only read where a constraint is broken.
      .filter((detail) => !/^insert/i.test(sql) || sql.includes(`"${/^SCAN (\w+)/.exec(detail)?.[1]}"`))
      .filter(
        (detail) =>
          /^SCAN /.test(detail) && !/USING (COVERING )?INDEX|CONSTANT ROW|SUBQUERY|\(subquery/.test(detail),
      )
      .map((detail) => `${detail} ← ${sql}`)
  )
}

async function noScans(statements: Statement[]) {
  expect(statements.length).toBeGreaterThan(0)
  const scans = await Promise.all(statements.map(scansOf))
  expect(scans.flat()).toEqual([])
}

test('the check itself sees a full scan and is content with an index', async () => {
  expect(await scansOf({ sql: 'SELECT * FROM payments WHERE hosted_url = ?', params: ['x'] })).toHaveLength(1)
  expect(await scansOf({ sql: 'SELECT * FROM payments WHERE id = ?', params: [1] })).toEqual([])
})

test('a look of the admins’ hub takes one round trip, whoever watches and however much happened', async () => {
  const watch = watched()
  const admin = await aUser({ admin: true })
  for (const whole of [true, false]) {
    watch.statements.length = 0
    watch.trips = 0
    const sids = [await admin.sessionId(), 'another']
    const wish = { after: 0, until: 1000, sids, whole, now: Date.now() }
    const news = await readNews(openDb(watch.bindings.DB), wish)
    expect([news.sids.size, watch.trips, watch.statements.length]).toEqual([1, 1, 6])
    // The counters are one row, and the newest fifty are read from the end: at most every second event is a capture.
    await noScans(
      watch.statements.filter(({ sql }) => !/"shop_totals"|where ("feed_events"."kind" <>|false)/.test(sql)),
    )
    const plans = (await Promise.all(watch.statements.map(planOf))).flat()
    expect(plans.filter((step) => step.includes('TEMP B-TREE'))).toEqual([])
    expect(plans.some((step) => step.includes('feed_events_purchases'))).toBe(true)
  }
})

describe('reading a page', () => {
  test('takes at most two round trips to the database and never reads a whole table', async () => {
    const watch = watched()
    const user = await aUser({ bindings: watch.bindings })
    const admin = await aUser({ admin: true, bindings: watch.bindings })
    const product = await aProduct()
    const { paymentId } = await bought(user, product.id)
    const pages = [
      [user, '/api/products', 1],
      [user, '/api/products?limit=2&cursor=2', 1],
      [user, `/api/products/${product.id}`, 1],
      [user, `/api/products/${product.slug}`, 1],
      [user, '/api/releases', 1],
      [user, `/api/releases?limit=1&cursor=${Date.now()}-1`, 1],
      [user, '/api/releases/feed.xml', 1],
      [user, '/api/auth/me', 1],
      [user, '/api/user/profile', 2],
      [user, '/api/user/sessions', 2],
      [user, `/api/user/sessions?limit=1&cursor=${Date.now()}-0123456789abcdef`, 2],
      [user, '/api/my-products', 2],
      [user, '/api/user/purchases', 2],
      [user, '/api/user/subscriptions', 2],
      [user, '/api/user/subscriptions?limit=1&cursor=9', 2],
      [user, '/api/user/licences', 2],
      [user, '/api/user/licences?limit=1&cursor=9', 2],
      [user, '/api/user/referrals', 2],
      [user, '/api/user/referral-stats', 2],
      [user, `/api/payment/${paymentId}`, 2],
      [user, '/api/payment/open', 2],
      // … and one to write the log once the file is on its way.
      [user, `/api/download/file/${product.id}`, 3],
      [admin, '/api/secure-management/email-deliveries', 2],
      [admin, '/api/secure-management/refunds', 2],
      [admin, '/api/secure-management/refunds?status=review&cursor=9', 2],
      [admin, `/api/secure-management/payments/${paymentId}/refund-preview`, 2],
      [admin, '/api/coupons', 2],
      [admin, `/api/coupons?limit=1&q=SAVE&cursor=${Date.now()}-7`, 2],
      [admin, '/api/secure-management/payouts', 2],
      [admin, '/api/secure-management/payouts?status=open&limit=1&cursor=9', 2],
      [admin, '/api/recovery/pending-payments', 2],
      // … and one for the count, beyond the last page.
      [admin, '/api/recovery/pending-payments?limit=1&cursor=1', 3],
      [admin, '/api/recovery/runs', 2],
      [admin, '/api/recovery/findings', 2],
      [admin, '/api/recovery/findings?open=false&limit=1&cursor=9', 2],
    ] as const
    for (const [who, path, trips] of pages) {
      watch.statements.length = 0
      watch.trips = 0
      expect((await who.get(path)).status, path).toBe(200)
      expect(watch.trips, path).toBeLessThanOrEqual(trips)
      await noScans(watch.statements.filter(({ sql }) => !/^insert/i.test(sql)))
    }
  })
})

test('judging a coupon takes one round trip beside that for the session, by the indexes of the limits', async () => {
  const watch = watched()
  const user = await aUser({ bindings: watch.bindings })
  watch.statements.length = 0
  watch.trips = 0
  expect((await user.post('/api/coupons/validate', { code: 'NOSUCHCODE', scriptId: 2 })).status).toBe(404)
  expect(watch.trips).toBe(2)
  await noScans(watch.statements)
  const judged = watch.statements.find(({ sql }) => sql.includes('"coupons"'))
  const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${judged?.sql}`)
    .bind(...(judged?.params ?? []))
    .all<{ detail: string }>()
  const plan = results.map(({ detail }) => detail).join('\n')
  expect(plan).toMatch(/coupon_usages_person/)
  expect(plan).toMatch(/coupon_usages_account/)
})

test('asking about a licence takes one round trip, the same whether there is such a key or not, and a place one more', async () => {
  const watch = watched()
  const user = await aUser({ bindings: watch.bindings })
  const [product, other] = [await aProduct(), await aProduct()]
  await bought(user, product.id)
  const [licence] = (await user.get<{ id: number; licenceKey: string }[]>('/api/user/licences')).data
  const licenceKey = licence?.licenceKey ?? ''
  const asked = async (verb: string, call: object) => {
    watch.statements.length = 0
    watch.trips = 0
    const deviceId = 'a-device-of-mine'
    const body = { licenceKey, deviceId, product: product.slug, ...call }
    const { status } = await user.again(watch.bindings).post(`/api/licences/${verb}`, body)
    await noScans(watch.statements)
    return { status, trips: watch.trips, statements: watch.statements.map(({ sql }) => sql) }
  }
  for (const verb of ['activate', 'check']) {
    const unknown = await asked(verb, { licenceKey: 'WF-22222' })
    expect([unknown.status, unknown.trips]).toEqual([403, 1])
    expect(await asked(verb, { product: other.slug })).toEqual(unknown)
    expect(await asked(verb, { product: 'none' })).toEqual(unknown)
  }
  // … and two to send the news of the new device, after the answer.
  expect(await asked('activate', {})).toMatchObject({ status: 200, trips: 4 })
  expect(await asked('activate', {})).toMatchObject({ status: 200, trips: 2 })
  expect(await asked('check', {})).toMatchObject({ status: 200, trips: 2 })
  expect((await asked('deactivate', {})).status).toBe(200)
  watch.statements.length = 0
  await user.post(`/api/user/licences/${licence?.id}/new-key`)
  await user.delete(`/api/user/licences/${licence?.id}/devices/1`)
  await noScans(watch.statements)
})

describe('changing something', () => {
  test('by registering, logging in, paying, webhooks, mails and downloads reads no whole table', async () => {
    const held = withHeldQueue()
    const watch = watched(held.bindings)
    const user = await aUser({ bindings: watch.bindings })
    await user.post('/api/auth/login', { username: user.email, password: user.password })
    const code = (await user.get<{ referralCode: string }>('/api/user/referral-stats')).data.referralCode
    expect(
      await findReferrer(openDb(watch.bindings.DB), { userId: 0, email: 'x@mail.test' }, code, 0),
    ).toBeNull()
    const { paymentId } = await bought(user, (await aProduct()).id)
    await bought(user, 2, 'subscription')
    const coupon = await aCoupon()
    const reduced = await redeemBy(user, (await aProduct()).id, coupon.id)
    await user.post('/api/coupons/apply', {
      ...{ couponId: coupon.id, scriptId: 2, paymentId: reduced.data.id, subscriptionId: 1 },
    })
    const events = await sandbox.eventsOf(() => sandbox.payByLink('premium', `guest-of-${user.email}`))
    for (const { id } of events) await deliver(await sandbox.signed(id), watch.bindings)
    await consume(held.sent, {}, watch.bindings)
    expect((await booksOf(paymentId)).mails[0]?.status).toBe('sent')
    const news = { ...{ firstName: 'A', lastName: 'B', subject: 'Hello' }, message: 'A question of mine.' }
    await user.post('/api/contact', { ...news, email: `${unique('news')}@mail.test`, newsletter: true })
    await user.post(`/api/email/product/2`, { email: `${unique('to')}@mail.test` })
    await user.get('/api/test-notification', { 'sec-fetch-site': 'same-origin' })
    await user.post('/api/auth/logout')
    const kinds = new Set(watch.statements.map(({ sql }) => sql))
    expect(kinds.size).toBeGreaterThan(20)
    await noScans(watch.statements)
  }, 20_000)

  test('by paying in crypto in parts, getting it back and being reminded reads no whole table', async () => {
    const watch = watched(takingAt('btcpay'))
    const user = await aUser({ bindings: watch.bindings })
    const opened = await charge(user, (await aProduct()).id)
    const tell = async (doing: () => Promise<unknown>) => {
      for (const { id } of await sandbox.eventsOf(doing))
        await deliver(await sandbox.signed(id), watch.bindings)
    }
    await tell(() => sandbox.cryptoSend(opened.checkoutId, '10.00'))
    await tell(() => sandbox.cryptoExpire(opened.checkoutId))
    const page = pageId((await payRest(user, opened.paymentId)).data.url)
    await tell(() => sandbox.cryptoSend(page, '5.00'))
    await sweepPayments(depsOf(watch.bindings), Date.now() + 4 * DAY)
    expect((await giveBack(user, opened.paymentId)).data).toMatchObject({ amount: 15 })
    for (const table of ['payment_checkouts', 'refunds'])
      expect(
        watch.statements.some(({ sql }) => sql.includes(`"${table}"`)),
        table,
      ).toBe(true)
    await noScans(watch.statements)
  }, 20_000)

  test('by cancelling, resuming, exporting and deleting reads no whole table', async () => {
    const watch = watched(withHeldQueue().bindings)
    const user = await aUser({ bindings: watch.bindings })
    await bought(user, 2, 'subscription')
    const [subscription] = (await user.get<{ id: number }[]>('/api/user/subscriptions')).data
    watch.statements.length = 0
    for (const wish of ['cancel', 'resume']) {
      const changed = await user.post(`/api/user/subscriptions/${subscription?.id}/${wish}`)
      expect(changed.status, changed.text).toBe(200)
    }
    expect((await user.get('/api/user/export')).status).toBe(200)
    // What was written from a confirmed address goes as well.
    await env.DB.prepare('UPDATE users SET email_verified_at = 1 WHERE id = ?').bind(user.id).run()
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ password: user.password })
    expect((await user.fetch('DELETE', '/api/user/account', headers, body)).status).toBe(200)
    for (const table of ['coupon_usages', 'downloads', 'activations', 'user_scripts', 'contact_messages'])
      expect(
        watch.statements.some(({ sql }) => sql.includes(`"${table}"`)),
        table,
      ).toBe(true)
    await noScans(watch.statements)
  })

  test('by refunds, asked, decided, carried out and undone, reads no whole table', async () => {
    const watch = watched(withHeldQueue().bindings)
    const user = await aUser({ bindings: watch.bindings })
    const admin = await aUser({ admin: true, bindings: watch.bindings })
    const product = await aProduct()
    const ids: number[] = []
    for (const _ of [1, 2, 3]) {
      const { paymentId } = await bought(user, product.id)
      const asked = await user.post<{ refund: { status: string } }>(`/api/user/purchases/${paymentId}/refund`)
      expect(asked.status, asked.text).toBe(200)
      if (asked.data.refund.status === 'review') {
        const [waiting] = (await admin.get<{ id: number }[]>('/api/secure-management/refunds')).data
        const how = ids.length === 1 ? 'approve' : 'decline'
        const decided = await admin.post(`/api/secure-management/refunds/${waiting?.id}/${how}`)
        expect(decided.status, decided.text).toBe(200)
      }
      ids.push(paymentId)
    }
    await admin.post(`/api/secure-management/payments/${ids[2]}/refund`, { amount: 1, reason: 'A part' })
    const [refund] = await sandbox.refundsOf(await intentOf(ids[2] ?? 0))
    await happens(() => sandbox.failRefund(refund?.id ?? ''), watch.bindings)
    await env.DB.prepare("UPDATE refunds SET status = 'approved', next_attempt_at = 1 WHERE payment_id = ?")
      .bind(ids[0])
      .run()
    await ring(EVERY_FIVE_MINUTES, watch.bindings)
    expect(watch.statements.filter(({ sql }) => sql.includes('"refunds"')).length).toBeGreaterThan(20)
    await noScans(watch.statements)
  }, 20_000)
  test('by months paid in advance, their refunds, reminders and ends reads no whole table', async () => {
    const watch = watched(withHeldQueue().bindings)
    const shop = cryptoShop(watch.bindings)
    const user = await aUser({ bindings: watch.bindings })
    const now = Date.now()
    const guest = await shop.open(user, 2, now)
    await env.DB.prepare('UPDATE payments SET user_id = NULL WHERE id = ?').bind(guest.id).run()
    watch.statements.length = 0
    await shop.pay(guest.id, now)
    const { id } = await shop.open(user, 2, now)
    await shop.pay(id, now)
    await shop.pay(id, now, { refundedCents: 2999 })
    await shop.pay(id, now)
    const end = addMonths(now, 1)
    await env.DB.prepare(
      'UPDATE subscriptions SET user_id = ? WHERE user_id IS NULL AND stripe_subscription_id IS NULL',
    )
      .bind(user.id)
      .run()
    await env.DB.prepare('UPDATE user_scripts SET user_id = ? WHERE payment_id = ?')
      .bind(user.id, guest.id)
      .run()
    await sweepTwins(shop.deps.db, end - DAY)
    await sweepPrepaid(shop.deps, end - DAY)
    await sweepPrepaid(shop.deps, end + 31 * DAY)
    expect((await user.post('/api/user/billing-portal')).status).toBe(404)
    expect(watch.statements.some(({ sql }) => /^insert into "subscriptions"/i.test(sql))).toBe(true)
    await noScans(watch.statements)
  })

  test('by everything that may be done to an account reads no whole table', async () => {
    const held = withHeldQueue()
    const watch = watched(held.bindings)
    const user = await aUser({ bindings: watch.bindings })
    const { username, email, password } = user
    const notification_preferences = { emailNotifications: true, promotionalEmails: true, newAirdrops: true }
    const newEmail = `new-${email}`
    await user.post('/api/auth/resend-verification')
    await user.put('/api/user/profile', {
      email: newEmail,
      notification_preferences,
      currentPassword: password,
    })
    await user.delete('/api/user/pending-email')
    await user.put('/api/user/password', { currentPassword: password, newPassword: `new-${password}` })
    await user.post('/api/auth/forgot-password', { email })
    await user.post('/api/auth/forgot-password', { email: `nobody-${email}` })
    await consume(held.sent, {}, watch.bindings)
    const tokenIn = async (subject: string) =>
      (await sandbox.mails(email))
        .find((mail) => mail.subject === subject)
        ?.links.join()
        .split('#token=')[1] ?? ''
    const verified = await user.post('/api/auth/verify-email', {
      token: await tokenIn('Confirm your email address'),
    })
    await user.delete('/api/user/sessions/0123456789abcdef')
    await user.delete('/api/user/sessions')
    const reset = await user.post('/api/auth/reset-password', {
      token: await tokenIn('Reset your password'),
      password: 'another long one',
    })
    expect([verified.status, reset.status, username.length > 0]).toEqual([200, 200, true])
    await noScans(watch.statements)
  })

  test('by renewals, refunds and disputes reads no whole table', async () => {
    const watch = watched(withHeldQueue().bindings)
    const { checkoutId } = await bought(await aUser(), 2, 'subscription')
    const subscription = String((await stripe.checkout.sessions.retrieve(checkoutId)).subscription)
    const [intent = ''] = await intentsOf(checkoutId)
    for (const happens of [
      () => sandbox.subscription(subscription, 'fail'),
      () => sandbox.subscription(subscription, 'renew'),
      () => stripe.refunds.create({ payment_intent: intent, amount: 500 }),
      async () => sandbox.endDispute(await sandbox.dispute(intent), 'won'),
      () => stripe.refunds.create({ payment_intent: intent }),
    ])
      for (const { id } of await sandbox.eventsOf(happens))
        expect((await deliver(await sandbox.signed(id), watch.bindings)).status).toBe(200)
    expect(watch.statements.some(({ sql }) => /^insert into "ledger_entries"/.test(sql))).toBe(true)
    await noScans(watch.statements)
  })

  test('by commissions that ripen, are paid out and go to a new address reads no whole table', async () => {
    const watch = watched(withHeldQueue().bindings)
    const user = await aUser({ bindings: watch.bindings })
    const admin = await aUser({ admin: true, bindings: watch.bindings })
    const friend = await aUser({ bindings: watch.bindings })
    await env.DB.prepare('UPDATE users SET referred_by = ? WHERE id = ?').bind(user.id, friend.id).run()
    const { paymentId } = await bought(friend, (await aProduct()).id)
    const old = await env.DB.prepare('UPDATE referrals SET matures_at = 1 WHERE payment_id = ? RETURNING id')
      .bind(paymentId)
      .all()
    expect(old.results).toHaveLength(1)
    const address = `0x${'a1'.repeat(20)}`
    const saved = await user.put('/api/user/payout-address', { address, password: user.password })
    await ring(MONTHLY, watch.bindings)
    const run = await admin.post('/api/secure-management/payouts/run')
    const payout = await env.DB.prepare('SELECT id FROM referral_payouts WHERE referrer_id = ?')
      .bind(user.id)
      .first<{ id: number }>()
    const paid = await admin.post(`/api/secure-management/payouts/${payout?.id}/paid`, { reference: 'x' })
    expect([saved.status, run.status, paid.status]).toEqual([200, 200, 200])
    await noScans(watch.statements)
    const plans = (await Promise.all(watch.statements.map(planOf))).flat().join('\n')
    for (const step of [
      'referrals_maturing (matures_at<?)',
      'SCAN e USING INDEX referrals_payable',
      'SEARCH referrals USING INDEX referrals_referrer (referrer_id=?)',
      'referrals_payment (payment_id=?)',
    ])
      expect(plans).toContain(step)
  })
  test('by reconciling, repairing and recovering reads no whole table', async () => {
    const watch = watched(withHeldQueue().bindings)
    const admin = await aUser({ admin: true, bindings: watch.bindings })
    const buyer = await aUser()
    const began = Date.now()
    await bought(buyer, 2, 'subscription')
    const { paymentId } = await bought(buyer, (await aProduct()).id)
    const open = await buy(buyer, (await aProduct()).id)
    await env.DB.batch([
      env.DB.prepare(
        'DELETE FROM licences WHERE grant_id = (SELECT id FROM user_scripts WHERE payment_id = ?)',
      ).bind(paymentId),
      env.DB.prepare('DELETE FROM user_scripts WHERE payment_id = ?').bind(paymentId),
      env.DB.prepare("UPDATE user_scripts SET is_active = 0, status = 'refunded' WHERE user_id = ?").bind(
        buyer.id,
      ),
      env.DB.prepare(
        'UPDATE licences SET revoked_at = 1 WHERE grant_id IN (SELECT id FROM user_scripts WHERE user_id = ?)',
      ).bind(buyer.id),
    ])
    await reconcile(began, watch.bindings)
    const found = await admin.get<{ id: number; kind: string }[]>('/api/recovery/findings')
    expect(found.data.map(({ kind }) => kind)).toEqual(['paid-no-access', 'paid-no-access'])
    for (const { id } of found.data)
      expect((await admin.post(`/api/recovery/findings/${id}/repair`)).status).toBe(200)
    expect((await admin.post('/api/recovery/run-recovery')).status).toBe(200)
    const completed = await admin.post(`/api/recovery/complete-payment/${open.paymentId}`, { confirm: true })
    expect(completed.status, completed.text).toBe(200)
    for (const table of [
      'licences',
      'coupon_usages',
      'coupons',
      'referrals',
      'ledger_entries',
      'webhook_events',
    ])
      expect(
        watch.statements.some(({ sql }) => new RegExp(`\\b(from|join) "?${table}\\b`).test(sql)),
        table,
      ).toBe(true)
    await noScans(watch.statements)
  }, 30_000)

  test('by the sweeps of the cron reads no whole table', async () => {
    const watch = watched(withHeldQueue().bindings)
    const user = await aUser()
    const { events } = await bought(user, 2, 'subscription')
    for (const { id } of await sandbox.eventsOf(() => sandbox.payByLink('lifetime', user.email)))
      await deliver(await sandbox.signed(id))
    await env.DB.prepare('UPDATE users SET email_verified_at = 1 WHERE id = ?').bind(user.id).run()
    const late = Date.now() - 40 * DAY
    // A new script, an update of it, and a purchase in the last week of its updates.
    const fresh = await aProduct({ release: { unannounced: true } })
    await aRelease(fresh.id, { version: '2.0', publishedAt: Date.now(), unannounced: true })
    await owns(await aReader(), fresh.id, addMonths(Date.now() + 3 * DAY, -3))
    await env.DB.batch([
      env.DB.prepare('UPDATE subscriptions SET current_period_end = ?1, updated_at = ?1').bind(late),
      env.DB.prepare('UPDATE webhook_events SET handled_at = NULL, received_at = ?').bind(late),
      env.DB.prepare('UPDATE email_deliveries SET next_attempt_at = ?').bind(late),
      env.DB.prepare('UPDATE outbox SET dispatched_at = NULL, next_attempt_at = ?').bind(late),
      env.DB.prepare('UPDATE payments SET next_check_at = ?').bind(late),
    ])
    await ring(EVERY_MINUTE, watch.bindings)
    for (const cron of [EVERY_MINUTE, EVERY_FIVE_MINUTES, DAILY]) await ring(cron, watch.bindings)
    for (const table of [
      'outbox',
      'email_deliveries',
      'webhook_events',
      'payments',
      'subscriptions',
      'sessions',
      'script_releases',
      'subscribers',
      'contact_messages',
      'licences',
      'activations',
    ])
      expect(watch.statements.filter(({ sql }) => sql.includes(`"${table}"`)).length, table).toBeGreaterThan(
        0,
      )
    expect(watch.statements.filter(({ sql }) => /^update "user_scripts"/.test(sql))).toHaveLength(1)
    // Once a night the counters are compared with what they count: that has to read it.
    const [nightly, rest] = [true, false].map((wanted) =>
      watch.statements.filter(({ sql }) => sql.includes('"shop_totals"') === wanted),
    )
    expect(nightly).toHaveLength(1)
    await noScans(rest ?? [])
    // … nor do the sweeps over purchases and releases start at the catalogue, which finds no end.
    const plans = (await Promise.all(watch.statements.map(planOf))).flat().join('\n')
    for (const step of [
      'USING INDEX user_scripts_bought (purchased_at>? AND purchased_at<?)',
      'USING INDEX script_releases_unannounced (published_at>? AND published_at<?)',
      'USING COVERING INDEX user_scripts_user (user_id>?)',
    ])
      expect(plans).toContain(step)
    const templates = ['new-script', 'new-release', 'updates-end']
    const told = watch.statements.filter(({ params }) => templates.some((name) => params.includes(name)))
    expect(new Set(told.flatMap(({ params }) => templates.filter((name) => params.includes(name))))).toEqual(
      new Set(templates),
    )
    for (const { id } of events) expect((await deliver(await sandbox.signed(id))).status).toBe(200)
  }, 30_000)
})
