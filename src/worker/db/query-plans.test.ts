import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import { PREMIUM_ID } from '#shared/catalogue/contract.ts'
import { addMonths, DAY } from '#shared/core/time.ts'
import { DAILY, EVERY_FIVE_MINUTES, EVERY_MINUTE, MONTHLY } from '../cron.ts'
import { readNews } from '../features/feed/store.ts'
import { sweepDuplicatePrepaid } from '../features/payments/prepaid/sweep-duplicate-prepaid.ts'
import { sweepPayments } from '../features/payments/unsettled/sweep-payments.ts'
import { findReferrer } from '../features/referrals/find-referrer.ts'
import { sweepPrepaid } from '../features/subscriptions/sweep-prepaid.ts'
import { withAssets } from '../testing/assets.ts'
import { withDeployedLimits } from '../testing/catalogue/limits.ts'
import { charge, pageId, payBalance, refundUnappliedFunds, takingAt } from '../testing/charges.ts'
import { aUser, visitor } from '../testing/clients.ts'
import { stopClock } from '../testing/clock.ts'
import { aCoupon, redeemBy } from '../testing/coupons.ts'
import { cryptoShop } from '../testing/crypto.ts'
import { report, reportsAbout } from '../testing/mail-reports.ts'
import { aProduct, aRelease, stockPlans } from '../testing/products.ts'
import { intentsOf, stripe } from '../testing/provider-world.ts'
import { booksOf, bought, buy, deliver, happens, intentOf } from '../testing/purchases.ts'
import { aReader, logDownloads, owns } from '../testing/readers.ts'
import { reconcile } from '../testing/reconciling.ts'
import { sandbox } from '../testing/sandbox.ts'
import { consume, depsOf, ring, unique, withPausedQueue } from '../testing/shop.ts'
import { noScans, planOf, rowsReadBy, scansOf, sortsOf, watched } from '../testing/watched.ts'
import { openDb } from './client.ts'

beforeAll(sandbox.calm)
beforeAll(stockPlans)

test('scansOf reports a full scan and accepts an index', async () => {
  expect(await scansOf({ sql: 'SELECT * FROM payments WHERE hosted_url = ?', params: ['x'] })).toHaveLength(1)
  expect(await scansOf({ sql: 'SELECT * FROM payments WHERE id = ?', params: [1] })).toEqual([])
})

test('the admins’ list of users is read in the order of an index on every page, and searched by ranges', async () => {
  const watch = watched()
  const admin = await aUser({ admin: true, bindings: watch.bindings })
  const plansOf = async (query: string) => {
    watch.statements.length = 0
    expect((await admin.get(`/api/secure-management/users?${query}`)).status).toBe(200)
    const lists = watch.statements.filter(({ sql }) => sql.includes('purchase_count'))
    return (await Promise.all(lists.map(planOf))).flat().join('\n')
  }
  const deep = `cursor=${Date.now()}-7`
  for (const [query, index] of [
    ['', 'users_created'],
    [deep, 'users_created (created_at<?'],
    ['role=admin', 'users_admins'],
    ['role=admin&q=u', 'users_admins'],
    [`state=deactivated&${deep}`, 'users_deactivated (created_at<?'],
    [`state=deleted&${deep}`, 'users_deleted (created_at<?'],
  ] as const) {
    const plan = await plansOf(query)
    expect(plan, query).toContain(`users USING INDEX ${index}`)
    expect(plan, query).not.toContain('TEMP B-TREE')
  }
  for (const query of ['q=u', 'q=u&cursor=~u-1']) {
    const plan = await plansOf(query)
    expect(plan, query).toMatch(/username_key_unique \(username_key>\? AND username_key<\?\)/)
    expect(plan, query).toMatch(/email_key_unique \(email_key>\? AND email_key<\?\)/)
  }
})

test('a webhook about a mail is handled in two round trips, by indexes', async () => {
  const watch = watched(withPausedQueue().bindings)
  const user = await aUser()
  await sandbox.faults({ mailFates: { [user.email]: 'bounce' } })
  const { paymentId } = await bought(user, (await aProduct()).id)
  await consume([{ type: 'send-email', deliveryKey: `receipt:${paymentId}` }])
  const [bounced] = await reportsAbout(user.email)
  watch.statements.length = 0
  watch.trips = 0
  const { id, payload, headers } = { id: String(bounced?.id), ...(await sandbox.signed(String(bounced?.id))) }
  expect((await report(id, { payload, ...(headers && { headers }) }, watch.bindings)).message).toBe('bounced')
  await noScans(watch.statements)
  // The two, and at most two for the outbox after the response.
  expect(watch.trips).toBeLessThanOrEqual(4)
  await env.DB.batch([
    env.DB.prepare("UPDATE email_deliveries SET status = 'sent' WHERE status = 'dead'"),
    env.DB.prepare('DELETE FROM reconciliation_findings'),
  ])
  await sandbox.calm()
})

test('opening a checkout takes three round trips, with a coupon four, and settling it by a webhook nine at most', async () => {
  const watch = watched(withPausedQueue().bindings)
  const user = await aUser({ bindings: watch.bindings })
  const coupon = await aCoupon()
  watch.trips = 0
  const { checkoutId } = await buy(user, (await aProduct()).id)
  // The session and what decides the order; the payment; the address of its page.
  expect(watch.trips).toBe(3)
  watch.trips = 0
  await redeemBy(user, (await aProduct()).id, coupon.id)
  expect(watch.trips).toBe(4)
  const events = await sandbox.eventsOf(() => sandbox.pay(checkoutId))
  for (const { id } of events) {
    const signed = await sandbox.signed(id)
    watch.trips = 0
    await deliver(signed, watch.bindings)
  }
  // The event is stored, read and marked; the payment, what the buyer has and can be delivered, and the batch; the outbox
  // after the commit.
  expect(watch.trips).toBeLessThanOrEqual(9)
})

test('a refresh of the admins’ hub takes one round trip, with any number of watchers and events', async () => {
  const watch = watched()
  const admin = await aUser({ admin: true })
  for (const whole of [true, false]) {
    watch.statements.length = 0
    watch.trips = 0
    const sids = [await admin.sessionId(), 'another']
    const input = { after: 0, until: 1000, sids, whole, now: Date.now() }
    const news = await readNews(openDb(watch.bindings.DB), input)
    expect([news.sids.size, watch.trips, watch.statements.length]).toEqual([1, 1, 6])
    // Without the counters, which are one row, and the newest fifty events, which are read from the end of the table:
    // at most every second event there is a capture.
    await noScans(
      watch.statements.filter(({ sql }) => !/"shop_totals"|where ("feed_events"."kind" <>|false)/.test(sql)),
    )
    const plans = (await Promise.all(watch.statements.map(planOf))).flat()
    expect(plans.filter((step) => step.includes('TEMP B-TREE'))).toEqual([])
    expect(plans.some((step) => step.includes('feed_events_purchases'))).toBe(true)
  }
})

describe('reading a page', () => {
  test('of the public catalogue asks the database nothing while the isolate’s copy is fresh', async () => {
    const watch = watched()
    const PAYMENT_LINKS = JSON.stringify({ premium: {}, monad: {} })
    const reader = visitor(withAssets({}, { DB: watch.bindings.DB, PAYMENT_LINKS }))
    const product = await aProduct()
    const pages = [
      '/api/products',
      '/api/products?limit=2&cursor=2',
      '/api/products?q=claims',
      `/api/products/${product.id}`,
      `/api/products/${product.slug}`,
      '/api/releases',
      `/api/releases?limit=1&cursor=${Date.now()}-1`,
      '/api/releases/feed.xml',
      '/api/payment/links',
      '/',
      '/products',
      `/products/${product.slug}`,
      '/pricing',
      '/changelog',
    ]
    const readAll = async () => {
      for (const path of pages) {
        const accept = path.startsWith('/api/') ? 'application/json' : 'text/html'
        expect((await reader.fetch('GET', path, { accept })).status, path).toBe(200)
      }
    }
    await readAll()
    // The whole catalogue is read at once, each table by an index or as a whole.
    const { statements } = watch
    expect(statements.filter(({ sql }) => sql.includes('catalogue_revision')).length).toBeGreaterThan(0)
    watch.trips = 0
    stopClock()
    await withDeployedLimits(readAll)
    expect(watch.trips).toBe(0)
  })

  test('takes at most two round trips to the database and never reads a whole table', async () => {
    const watch = watched()
    const user = await aUser({ bindings: watch.bindings })
    const admin = await aUser({ admin: true, bindings: watch.bindings })
    const product = await aProduct()
    const { paymentId } = await bought(user, product.id)
    const { paymentId: monthly } = await bought(user, PREMIUM_ID, 'subscription')
    const { grants } = await booksOf(monthly)
    const subscription = `/api/secure-management/subscriptions/${grants[0]?.subscription_id}`
    const pages = [
      [user, '/api/auth/me', 1],
      [user, '/api/user/profile', 2],
      [user, '/api/user/sessions', 2],
      [user, '/api/user/lockdown', 2],
      [user, `/api/user/sessions?limit=1&cursor=${Date.now()}-0123456789abcdef`, 2],
      [user, '/api/my-products', 1],
      [user, '/api/user/purchases', 1],
      [user, '/api/user/subscriptions', 1],
      [user, '/api/user/subscriptions?limit=1&cursor=9', 1],
      [user, '/api/user/licences', 1],
      [user, '/api/user/licences?limit=1&cursor=9', 1],
      [user, '/api/user/referrals', 1],
      [user, '/api/user/referral-stats', 1],
      [user, `/api/payment/${paymentId}`, 2],
      [user, '/api/payment/open', 1],
      // The third trip writes the log once the response has begun.
      [user, `/api/download/file/${product.id}`, 3],
      [user, `/api/download/file/${product.id}?version=1.0`, 3],
      // The session, the files, the counted downloads, and the log.
      [user, '/api/download/all', 4],
      [user, '/api/user/downloads', 1],
      [user, `/api/user/downloads?limit=1&cursor=${Date.now()}-7`, 1],
      [admin, '/api/secure-management/users', 2],
      [admin, `/api/secure-management/users?limit=1&cursor=${Date.now()}-7`, 2],
      [admin, '/api/secure-management/users?q=u', 2],
      [admin, '/api/secure-management/users?q=u&limit=1&cursor=~u-1', 2],
      [admin, '/api/secure-management/users?role=admin&q=u', 2],
      [admin, `/api/secure-management/users?state=deactivated&cursor=${Date.now()}-7`, 2],
      [admin, '/api/secure-management/users?state=deleted', 2],
      [admin, `/api/secure-management/users/${user.id}`, 2],
      ...[
        'purchases',
        'grants',
        'subscriptions',
        'downloads',
        'mails',
        'commissions',
        'notes',
        'history',
      ].map(
        (part) => [admin, `/api/secure-management/users/${user.id}/${part}?limit=1&cursor=9`, 2] as const,
      ),
      [admin, '/api/secure-management/products', 2],
      [admin, '/api/secure-management/products?state=deleted&limit=1&cursor=99', 2],
      [admin, '/api/secure-management/products?q=prem&state=listed', 2],
      [admin, `/api/secure-management/products/${product.id}`, 2],
      [admin, '/api/secure-management/email-deliveries', 2],
      [admin, '/api/secure-management/refunds', 2],
      [admin, '/api/secure-management/refunds?status=review&cursor=9', 2],
      [admin, `/api/secure-management/payments/${paymentId}/refund-preview`, 2],
      [admin, `/api/secure-management/payments/${paymentId}`, 2],
      [admin, `/api/secure-management/payments/${paymentId}/mails?limit=1&cursor=99`, 2],
      [admin, `/api/secure-management/payments/${paymentId}/downloads?limit=1&cursor=${Date.now()}-9`, 2],
      [admin, `${subscription}?limit=1&cursor=999999`, 2],
      [admin, '/api/coupons', 2],
      [admin, `/api/coupons?limit=1&q=SAVE&cursor=${Date.now()}-7`, 2],
      [admin, '/api/secure-management/audit', 2],
      [admin, '/api/secure-management/audit?limit=1&cursor=9', 2],
      [admin, `/api/secure-management/audit?actor=${admin.id}&limit=1&cursor=9`, 2],
      [admin, '/api/secure-management/audit?action=coupon.create&limit=1&cursor=9', 2],
      [admin, `/api/secure-management/audit?subject=payment:${paymentId}&limit=1&cursor=9`, 2],
      [admin, '/api/secure-management/payouts', 2],
      [admin, '/api/secure-management/payouts?status=open&limit=1&cursor=9', 2],
      [admin, '/api/recovery/pending-payments', 2],
      // The third trip counts the rows, beyond the last page.
      [admin, '/api/recovery/pending-payments?limit=1&cursor=1', 3],
      [admin, '/api/recovery/runs', 2],
      [admin, '/api/secure-management/stats?range=90d', 2],
      // The third trip reads whom to mail, the fourth writes the audit log and the mails.
      [admin, '/api/secure-management/exports/stats.csv', 4],
      [admin, '/api/secure-management/exports/orders.csv?type=one-time&status=completed', 4],
      [admin, '/api/secure-management/exports/orders.csv?type=one-time&product=2', 4],
      [admin, '/api/secure-management/exports/orders.csv?type=one-time&product=2&status=completed', 4],
      [admin, '/api/secure-management/exports/users.csv?from=2026-01-01', 4],
      [admin, '/api/secure-management/exports/referrals.csv', 4],
      [admin, '/api/recovery/findings', 2],
      [admin, '/api/recovery/findings?open=false&limit=1&cursor=9', 2],
      [admin, `/api/secure-management/email-deliveries?to=${user.email}`, 2],
      [admin, `/api/secure-management/email-deliveries?to=${user.email}&status=sent&cursor=9`, 2],
      [admin, '/api/secure-management/emergency-links', 2],
      [admin, `/api/secure-management/emergency-links?limit=1&cursor=${Date.now()}-7`, 2],
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

test('the lists of coupons, payouts, commissions, messages and reviews are read in the order of an index on every page', async () => {
  const watch = watched()
  const admin = await aUser({ admin: true, bindings: watch.bindings })
  const { id } = await aCoupon()
  const deep = `limit=1&cursor=${Date.now()}-7`
  const inbox = '/api/secure-management/contact-messages'
  const ledger = '/api/secure-management/referrals'
  const lists: [path: string, step: string][] = [
    ['/api/coupons', 'SCAN coupons USING INDEX coupons_created'],
    [`/api/coupons?${deep}`, 'SEARCH coupons USING INDEX coupons_created (created_at<?'],
    ['/api/coupons?q=SAVE', 'SEARCH coupons USING INDEX coupons_code_unique (code>? AND code<?)'],
    [`/api/coupons?q=SAVE&${deep}`, 'SEARCH coupons USING INDEX coupons_code_unique (code>? AND code<?)'],
    [`/api/coupons/${id}`, 'SEARCH coupons USING INTEGER PRIMARY KEY'],
    [`/api/coupons/${id}/usages`, 'USING INDEX coupon_usages_coupon (coupon_id=?)'],
    [`/api/coupons/${id}/usages?${deep}`, 'USING INDEX coupon_usages_coupon (coupon_id=? AND applied_at<?'],
    ['/api/secure-management/payouts', 'USING INDEX referral_payouts_status (status=?)'],
    ['/api/secure-management/payouts?cursor=9', 'referral_payouts_status (status=? AND id<?)'],
    [ledger, 'SCAN referrals'],
    [`${ledger}?cursor=9`, 'SEARCH referrals USING INTEGER PRIMARY KEY (rowid<?)'],
    [`${ledger}?referrer=9`, 'USING INDEX referrals_referrer (referrer_id=?)'],
    [`${ledger}?referrer=9&cursor=9`, 'USING INDEX referrals_referrer (referrer_id=? AND id<?)'],
    [`${ledger}?payout=9&cursor=9`, 'USING INDEX referrals_payout (payout_id=? AND rowid<?)'],
    [inbox, 'SCAN contact_messages USING INDEX contact_messages_open'],
    [`${inbox}?${deep}`, 'SEARCH contact_messages USING INDEX contact_messages_open (created_at<?'],
    [`${inbox}?state=all&${deep}`, 'USING INDEX contact_messages_created (created_at<?'],
    [`${inbox}?state=answered`, 'SCAN contact_messages USING INDEX contact_messages_created'],
    [`${inbox}?state=all&q=ada`, 'USING INDEX contact_messages_sender (<expr>>? AND <expr><?)'],
    [`${inbox}?q=ada&${deep}`, 'USING INDEX contact_messages_sender (<expr>>? AND <expr><?)'],
    ['/api/secure-management/reviews', 'SEARCH reviews USING INDEX reviews_state (state=?)'],
    [`/api/secure-management/reviews?${deep}`, 'USING INDEX reviews_state (state=? AND submitted_at<?'],
    [`/api/products/${PREMIUM_ID}/reviews`, 'SEARCH reviews USING INDEX reviews_published (script_id=?)'],
    [`/api/products/${PREMIUM_ID}/reviews?${deep}`, 'reviews_published (script_id=? AND published_at<?'],
    ['/api/reviews/latest', 'SEARCH reviews USING INDEX reviews_latest (state=?)'],
  ]
  for (const [path, step] of lists) {
    watch.statements.length = 0
    watch.trips = 0
    expect((await admin.get(path)).status, path).toBe(200)
    expect(watch.trips, path).toBeLessThanOrEqual(2)
    const plans = (await Promise.all(watch.statements.map(planOf))).flat()
    expect(plans.join('\n'), path).toContain(step)
    expect(plans.join('\n'), path).not.toContain('TEMP B-TREE')
  }
  const message = await env.DB.prepare(
    "INSERT INTO contact_messages (first_name, last_name, email, subject, message, created_at) VALUES ('A', 'B', 'a@b.test', 's', 'm', 1) RETURNING id",
  ).first<{ id: number }>()
  watch.statements.length = 0
  watch.trips = 0
  expect((await admin.get(`${inbox}/${message?.id}`)).status).toBe(200)
  expect(watch.trips).toBe(2)
  for (const [action, body] of [['answer', { answer: 'Hello' }], ['reopen'], ['close']] as const)
    expect((await admin.post(`${inbox}/${message?.id}/${action}`, body)).status).toBe(200)
  await noScans(watch.statements)
})

describe('reading orders and subscriptions', () => {
  const FIRST = Date.UTC(2026, 0, 5)
  /** The index that each query uses, on its first page and on later ones. It has the rows in the order of the list. */
  const ORDERS: [query: string, cursor: string, index: RegExp][] = [
    ['', `${FIRST}-9`, /payments_orders\b/],
    ['from=2026-01-01&to=2026-01-31', `${FIRST}-9`, /payments_orders\b/],
    ['status=completed', `${FIRST}-9`, /payments_orders_status\b/],
    ['status=refunded&from=2026-01-01', `${FIRST}-9`, /payments_orders_status\b/],
    ['product=1', `${FIRST}-9`, /payments_orders_script\b/],
    ['product=1&to=2026-01-31', `${FIRST}-9`, /payments_orders_script\b/],
    ['product=1&status=completed&type=subscription', `${FIRST}-9`, /payments_orders_both\b/],
    ['product=1&status=completed&from=2026-01-01&to=2026-01-31', `${FIRST}-9`, /payments_orders_both\b/],
    ['flagged=true', '9', /payments_flagged/],
    ['user=1', '9', /payments_user\b/],
    ['q=alice%40mail', '9@alice@mail.test', /payments_email\b/],
    ['q=alice', '9', /payments_user\b/],
    ['q=alice', '9@alice@mail.test', /payments_email\b/],
    ['q=41', '9@41@mail.test', /payments_email\b/],
  ]
  const SUBSCRIPTIONS: typeof ORDERS = [
    ['', `${FIRST}-9`, /subscriptions_created\b/],
    ['status=active', `${FIRST}-9`, /subscriptions_listed\b/],
    ['user=1', '9', /subscriptions_user\b/],
    ['q=alice', '9', /subscriptions_user\b/],
    ['q=alice', '9@alice@mail.test', /subscriptions_email\b/],
  ]

  // spec: admin-purchases
  test('takes two round trips, by an index in the order of the list, with every filter and search', async () => {
    const watch = watched()
    const admin = await aUser({ admin: true, bindings: watch.bindings })
    for (const [base, cases] of [
      ['/api/secure-management/purchases', ORDERS],
      ['/api/secure-management/subscriptions', SUBSCRIPTIONS],
    ] as const) {
      for (const [query, cursor, index] of cases) {
        for (const page of [query, `${query}&cursor=${cursor}&limit=2`]) {
          watch.statements.length = 0
          watch.trips = 0
          expect((await admin.get(`${base}?${page}`)).status, page).toBe(200)
          expect(watch.trips, page).toBe(2)
          await noScans(watch.statements)
          const plans = await Promise.all(watch.statements.slice(1).map(planOf))
          expect(plans.flat().join('\n'), page).toMatch(index)
          expect((await Promise.all(watch.statements.map(sortsOf))).flat(), page).toEqual([])
        }
      }
    }
  }, 60_000)

  test('by a provider’s id searches every index that has such ids', async () => {
    const watch = watched()
    const admin = await aUser({ admin: true, bindings: watch.bindings })
    watch.statements.length = 0
    await admin.get('/api/secure-management/purchases?q=pi_1')
    await noScans(watch.statements)
    const plans = (await Promise.all(watch.statements.map(planOf))).flat().join('\n')
    for (const index of [
      'reference',
      'provider_id',
      'transaction',
      'intent',
      'payment_checkouts_provider_id',
    ])
      expect(plans).toContain(index)
  })

  test('by an order’s reference searches its index', async () => {
    const watch = watched()
    const admin = await aUser({ admin: true, bindings: watch.bindings })
    watch.statements.length = 0
    expect((await admin.get('/api/secure-management/purchases?q=WF-ABCD-EFGH')).status).toBe(200)
    await noScans(watch.statements)
    const plans = (await Promise.all(watch.statements.map(planOf))).flat().join('\n')
    expect(plans).toContain('payments_order_reference')
  })

  test('with an order’s timeline reads each of its histories by an index', async () => {
    const watch = watched()
    const admin = await aUser({ admin: true, bindings: watch.bindings })
    const { paymentId } = await bought(await aUser(), (await aProduct()).id)
    watch.statements.length = 0
    watch.trips = 0
    expect((await admin.get(`/api/secure-management/payments/${paymentId}`)).status).toBe(200)
    expect(watch.trips).toBe(2)
    await noScans(watch.statements)
    const plans = (await Promise.all(watch.statements.map(planOf))).flat().join('\n')
    for (const index of [
      'payment_events_once',
      'ledger_entries_once',
      'refunds_payment',
      'referrals_payment',
      'audit_log_subject',
      'reconciliation_findings_open',
      'email_deliveries_payment',
      'downloads_payment',
      'downloads_user',
    ])
      expect(plans, index).toContain(index)
    expect((await Promise.all(watch.statements.map(sortsOf))).flat()).toEqual([])
  })
})

test('the downloads of an account are read in the order of an index, of its sessions and of each payment', async () => {
  const watch = watched()
  const user = await aUser({ bindings: watch.bindings })
  const product = await aProduct()
  const { paymentId } = await bought(user, product.id)
  const download = { productId: product.id, releaseId: product.release.id, at: Date.now() - DAY }
  await logDownloads({ ...download, userId: user.id }, 2000)
  await logDownloads({ ...download, paymentId }, 2000)
  const deep = `cursor=${Date.now()}-7`
  for (const [path, range, most] of [
    ['/api/user/downloads?limit=2', '', 50],
    [`/api/user/downloads?limit=2&${deep}`, ' AND created_at<?', 50],
    ['/api/user/lockdown', ' AND created_at>?', 400],
    ['/api/my-products', '', 13_000],
    [`/api/download/file/${product.id}`, ' AND created_at>?', 25_000],
    ['/api/download/all', ' AND created_at>?', 25_000],
    ['/api/user/export', ' AND created_at>?', 3000],
  ] as const) {
    watch.statements.length = 0
    const { status } =
      path === '/api/user/export' ? await user.post(path, { password: user.password }) : await user.get(path)
    expect(status, path).toBe(200)
    const read = watch.statements.find(({ sql }) => sql.includes('downloads d'))
    const plan = await planOf(read ?? { sql: '', params: [] })
    expect(plan.join('\n'), path).toMatch(
      new RegExp(`d USING (COVERING )?INDEX downloads_user \\(user_id=\\?${range.replace('?', '\\?')}\\)`),
    )
    expect(plan.join('\n'), path).toMatch(
      new RegExp(
        `d USING (COVERING )?INDEX downloads_payment \\(payment_id=\\?${range.replace('?', '\\?')}\\)`,
      ),
    )
    // Of the first rows of each way, which are few.
    expect(plan.filter((step) => step.includes('TEMP B-TREE FOR ORDER BY')).length, path).toBeLessThanOrEqual(
      1,
    )
    const rows = await rowsReadBy(read ?? { sql: '', params: [] })
    expect(rows, path).toBeLessThanOrEqual(most)
  }
})

test('validating a coupon takes one round trip with the session’s, by the indexes of the limits', async () => {
  const watch = watched()
  const user = await aUser({ bindings: watch.bindings })
  watch.statements.length = 0
  watch.trips = 0
  expect((await user.post('/api/coupons/validate', { code: 'NOSUCHCODE', scriptId: 2 })).status).toBe(404)
  expect(watch.trips).toBe(1)
  await noScans(watch.statements)
  const judged = watch.statements.find(({ sql }) => sql.includes('"coupons"'))
  const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${judged?.sql}`)
    .bind(...(judged?.params ?? []))
    .all<{ detail: string }>()
  const plan = results.map(({ detail }) => detail).join('\n')
  expect(plan).toMatch(/coupon_usages_person/)
  expect(plan).toMatch(/coupon_usages_account/)
})

test('a refused licence call takes one round trip for known and unknown keys alike, an accepted one takes two', async () => {
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
    // The second one records the refusal, after the response.
    expect([unknown.status, unknown.trips]).toEqual([403, 2])
    expect(await asked(verb, { product: other.slug })).toEqual(unknown)
    expect(await asked(verb, { product: 'none' })).toEqual(unknown)
  }
  // The third trip stores that the user was notified of the new device, after the response.
  expect(await asked('activate', {})).toMatchObject({ status: 200, trips: 3 })
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
    const held = withPausedQueue()
    const watch = watched(held.bindings)
    const user = await aUser({ bindings: watch.bindings })
    await user.post('/api/auth/login', { username: user.email, password: user.password })
    const code = (await user.get<{ referralCode: string }>('/api/user/referral-stats')).data.referralCode
    expect(
      await findReferrer(openDb(watch.bindings.DB), { userId: 0, email: 'x@mail.test' }, code),
    ).toBeNull()
    const { paymentId } = await bought(user, (await aProduct()).id)
    await bought(user, 2, 'subscription')
    const coupon = await aCoupon()
    const reduced = await redeemBy(user, (await aProduct()).id, coupon.id)
    await user.post('/api/coupons/apply', {
      couponId: coupon.id,
      scriptId: 2,
      paymentId: reduced.data.id,
      subscriptionId: 1,
    })
    const events = await sandbox.eventsOf(() => sandbox.payByLink('premium', `guest-of-${user.email}`))
    for (const { id } of events) await deliver(await sandbox.signed(id), watch.bindings)
    const guest = visitor(watch.bindings)
    const order = { productId: 2, method: 'card', email: `${unique('g')}@mail.test` }
    const ordered = await guest.post<{ url: string }>('/api/payment/guest', {
      ...order,
      clientPaymentId: unique('visit'),
    })
    await guest.post('/api/payment/guest/find', { email: order.email })
    await guest.get(`/api/payment/guest/${ordered.data.url.split('/').at(-1)}`)
    await consume(held.sent, {}, watch.bindings)
    expect((await booksOf(paymentId)).mails[0]?.status).toBe('sent')
    const news = { firstName: 'A', lastName: 'B', subject: 'Hello', message: 'A question of mine.' }
    await user.post('/api/contact', { ...news, email: `${unique('news')}@mail.test`, newsletter: true })
    await user.post(`/api/email/product/2`, { email: `${unique('to')}@mail.test` })
    await user.get('/api/test-notification', { 'sec-fetch-site': 'same-origin' })
    await user.post('/api/auth/logout')
    const kinds = new Set(watch.statements.map(({ sql }) => sql))
    expect(kinds.size).toBeGreaterThan(20)
    await noScans(watch.statements)
  }, 20_000)

  test('by partial crypto payments, their refunds and reminders reads no whole table', async () => {
    const watch = watched(takingAt('btcpay'))
    const user = await aUser({ bindings: watch.bindings })
    const opened = await charge(user, (await aProduct()).id)
    const follow = async (doing: () => Promise<unknown>) => {
      for (const { id } of await sandbox.eventsOf(doing))
        await deliver(await sandbox.signed(id), watch.bindings)
    }
    await follow(() => sandbox.cryptoSend(opened.checkoutId, '10.00'))
    await follow(() => sandbox.cryptoExpire(opened.checkoutId))
    const page = pageId((await payBalance(user, opened.paymentId)).data.url)
    await follow(() => sandbox.cryptoSend(page, '5.00'))
    await sweepPayments(depsOf(watch.bindings), Date.now() + 4 * DAY)
    expect((await refundUnappliedFunds(user, opened.paymentId)).data).toMatchObject({ amount: 15 })
    for (const table of ['payment_checkouts', 'refunds'])
      expect(
        watch.statements.some(({ sql }) => sql.includes(`"${table}"`)),
        table,
      ).toBe(true)
    await noScans(watch.statements)
  }, 20_000)

  test('by cancelling, resuming, locking down, exporting and deleting reads no whole table', async () => {
    const watch = watched(withPausedQueue().bindings)
    const user = await aUser({ bindings: watch.bindings })
    await bought(user, 2, 'subscription')
    const [subscription] = (await user.get<{ id: number }[]>('/api/user/subscriptions')).data
    watch.statements.length = 0
    for (const input of ['cancel', 'resume']) {
      const changed = await user.post(`/api/user/subscriptions/${subscription?.id}/${input}`)
      expect(changed.status, changed.text).toBe(200)
    }
    expect((await user.post('/api/user/lockdown', { password: user.password })).status).toBe(200)
    expect((await user.post('/api/user/export', { password: user.password })).status).toBe(200)
    // With a confirmed address, the deletion includes the contact messages from that address.
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

  test('by an admin’s actions on an account reads no whole table', async () => {
    const watch = watched(withPausedQueue().bindings)
    const admin = await aUser({ admin: true, bindings: watch.bindings })
    const user = await aUser({ bindings: watch.bindings })
    // An account that was an admin today is not deleted.
    const other = await aUser({ bindings: watch.bindings })
    const member = await aUser({ bindings: watch.bindings, confirmed: true })
    const product = await aProduct()
    await bought(user, 2, 'subscription')
    await bought(other, 2, 'subscription')
    watch.statements.length = 0
    const at = (action: string, { id } = user) => `/api/secure-management/users/${id}${action}`
    const role = { currentPassword: admin.password }
    const done = [
      await admin.post(at('/notes'), { text: 'A note' }),
      await admin.post(at('/grants'), { productId: product.id, type: 'free', notes: 'A gift' }),
      await admin.post(at('/resend-verification')),
      await admin.post(at('/promote', member), role),
      await admin.post(at('/demote', member), role),
      await admin.post(at('/end-sessions')),
      await admin.post(at('/lift-download-limits')),
    ]
    const [grant] = (await admin.get<{ id: number }[]>(at('/grants'))).data
    const [note] = (await admin.get<{ id: number }[]>(at('/notes'))).data
    done.push(
      await admin.delete(at(`/grants/${grant?.id}`)),
      await admin.delete(at(`/notes/${note?.id}`)),
      await admin.post(at('/deactivate'), { reason: 'A test' }),
      await admin.post(at('/activate')),
      await admin.delete(`/api/secure-management/users/${other.id}`),
    )
    expect(done.map(({ status }) => status)).toEqual([201, 201, ...Array(10).fill(200)])
    await noScans(watch.statements)
  })

  test('by refunds that are requested, decided, executed and failed reads no whole table', async () => {
    const watch = watched(withPausedQueue().bindings)
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

  test('by manual deliveries, resent mails and emergency links reads no whole table', async () => {
    const watch = watched(withPausedQueue().bindings)
    const user = await aUser({ bindings: watch.bindings })
    const admin = await aUser({ admin: true, bindings: watch.bindings })
    const input = { userId: user.id, productId: (await aProduct()).id, email: user.email }
    const care = '/api/secure-management'
    watch.statements.length = 0
    for (const _ of ['given', 'mailed'])
      expect((await admin.post(`${care}/recovery/deliver-product`, input)).status).toBe(200)
    const again = await admin.post(`${care}/recovery/resend-email/${user.id}/${input.productId}`)
    expect(again.status, again.text).toBe(200)
    const issued = await admin.post<{ url: string; link: { id: number } }>(`${care}/emergency-links`, {
      reason: 'A lost account',
    })
    const key = new URL(issued.data.url).hash.replace('#special_key=', '')
    watch.trips = 0
    expect((await user.post('/api/emergency/check', { special_key: key })).status).toBe(200)
    expect(watch.trips).toBe(1)
    const file = await user.fetch('GET', `/api/download/file/2?emergency=true&special_key=${key}`)
    expect([file.status, watch.trips]).toEqual([200, 3])
    await file.arrayBuffer()
    expect((await admin.post(`${care}/emergency-links/${issued.data.link.id}/revoke`)).status).toBe(200)
    await noScans(watch.statements)
  })

  test('by prepaid months, their refunds, reminders and ends reads no whole table', async () => {
    const watch = watched(withPausedQueue().bindings)
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
    await sweepDuplicatePrepaid(shop.deps.db, end - DAY)
    await sweepPrepaid(shop.deps, end - DAY)
    await sweepPrepaid(shop.deps, end + 31 * DAY)
    expect((await user.post('/api/user/billing-portal')).status).toBe(404)
    expect(watch.statements.some(({ sql }) => /^insert into "subscriptions"/i.test(sql))).toBe(true)
    await noScans(watch.statements)
  })

  test('by a user’s changes of their own account reads no whole table', async () => {
    const held = withPausedQueue()
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
    const watch = watched(withPausedQueue().bindings)
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

  test('by commissions that mature and are paid out to a new address reads no whole table', async () => {
    const watch = watched(withPausedQueue().bindings)
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
    const watch = watched(withPausedQueue().bindings)
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
    const watch = watched(withPausedQueue().bindings)
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
    // Of the counters, which are one row, the nightly comparison reads no source but two days of them.
    await noScans(watch.statements.filter(({ sql }) => !/from "shop_totals"$/.test(sql)))
    // The sweeps over purchases and releases use these indexes; from the catalogue they would read all of its rows.
    const plans = (await Promise.all(watch.statements.map(planOf))).flat().join('\n')
    for (const step of [
      'USING INDEX user_scripts_guests (id>?)',
      'SEARCH payments USING INDEX payments_undelivered (next_delivery_at<?)',
      'SCAN payments USING INDEX payments_unended',
      'USING INDEX subscriptions_prepaid (status=? AND current_period_end>? AND current_period_end<?)',
      'USING INDEX subscriptions_trialing (status=? AND trial_ends_at>? AND trial_ends_at<?)',
      'USING INDEX webhook_events_payloads (received_at<?)',
      'USING INDEX contact_messages_addresses (created_at<?)',
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
