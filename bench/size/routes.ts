// What each GET route is asked in the measurement of size. A route of the app that is missing here fails it.
import { BASE } from '../../src/worker/testing/scale.ts'

/** Finds rows of a shop, to fill in an address. */
export type Finder = {
  /** The value of the first column of the first row. */
  one: (sql: string) => string
  /** The cursor of the page that begins in the middle of these rows, by id. */
  id: (rows: string) => string
  /** As `id`, for lists by creation. */
  moment: (rows: string) => string
}

/** Addresses of one route. `LIMIT` in them becomes the number of rows that the small shop has, at most 50. */
export type Asked = {
  as: 'admin' | 'user' | 'nobody'
  paths: (find: Finder) => string[]
  stream?: true
  units?: string
}

/** Routes that no list, search or figure of the database is behind. */
export const NOT_MEASURED: Record<string, string> = {
  'GET /ws': 'a live connection: section live',
  'GET /.well-known/jwks.json': 'no database',
  'GET /log/vkey': 'no database',
  'GET /api/payment/links': 'no database',
  'GET /api/payment/methods': 'no database',
  'GET /api/email/unsubscribe': 'no database',
  'GET /api/products/:id/image/:key': 'a file',
  'GET /api/download/file/:id': 'a file, with limits of its own',
  'GET /api/products/:id/compare': 'two files',
  'GET /api/download/all': 'files, with limits of their own',
  'GET /api/test-notification': 'a write with a limit',
}

const OFFICE = '/api/secure-management'
const middle = (table: string) =>
  `SELECT id FROM ${table} ORDER BY id LIMIT 1 OFFSET (SELECT count(*) / 2 FROM ${table})`
const admin = (paths: Asked['paths']): Asked => ({ as: 'admin', paths })
const user = (...paths: string[]): Asked => ({ as: 'user', paths: () => paths })
const nobody = (paths: Asked['paths']): Asked => ({ as: 'nobody', paths })
/** Counts everyone who has one release, exactly, for a withdrawal and its reports: the time of each download. */
const audience = (paths: Asked['paths']): Asked => ({
  ...admin(paths),
  units: `SELECT count(*) FROM downloads WHERE release_id = ${BASE + 2}`,
})
const csv = (paths: Asked['paths']): Asked => ({ as: 'admin', paths, stream: true })

/** A list's first page and the page in its middle. */
const pages = (path: string, cursor: string) => {
  const page = `${path}${path.includes('?') ? '&' : '?'}limit=LIMIT`
  return [page, `${page}&cursor=${cursor}`]
}

const oneUser = `u.id FROM users u WHERE u.id > ${BASE} AND u.is_admin = 0 AND u.deleted_at IS NULL
  AND (SELECT count(*) FROM user_scripts g WHERE g.user_id = u.id) = 3 LIMIT 1`

const buyer = (part = ''): Asked =>
  admin((find) => [`${OFFICE}/users/${find.one(`SELECT ${oneUser}`)}${part}`])

export const ROUTES: Record<string, Asked> = {
  'GET /api/health': nobody(() => ['/api/health']),
  'GET /api/shop': nobody(() => ['/api/shop']),
  'GET /api/auth/me': user('/api/auth/me'),
  'GET /api/products': nobody(() => ['/api/products', '/api/products?q=far']),
  'GET /api/products/:id': nobody(() => ['/api/products/101']),
  'GET /api/products/:id/scan': nobody(() => ['/api/products/101/scan']),
  'GET /api/products/:id/reviews': nobody((find) => {
    const product = find.one(
      "SELECT script_id FROM reviews WHERE state = 'published' GROUP BY 1 ORDER BY count(*) DESC LIMIT 1",
    )
    const rows = `reviews WHERE script_id = ${product} AND state = 'published'`
    const cursor = find.one(`SELECT published_at || '-' || id FROM ${rows} ORDER BY id DESC LIMIT 1 OFFSET 1`)
    return pages(`/api/products/${product}/reviews`, cursor)
  }),
  'GET /api/reviews/latest': nobody(() => ['/api/reviews/latest']),
  'GET /api/releases': nobody(() => ['/api/releases', '/api/releases?limit=10']),
  'GET /api/releases/feed.xml': nobody(() => ['/api/releases/feed.xml']),
  'GET /api/my-products': user('/api/my-products'),
  'GET /api/user/profile': user('/api/user/profile'),
  'GET /api/user/factors': user('/api/user/factors'),
  'GET /api/user/sessions': user('/api/user/sessions'),
  'GET /api/user/lockdown': user('/api/user/lockdown'),
  'GET /api/user/purchases': user('/api/user/purchases'),
  'GET /api/user/subscriptions': user('/api/user/subscriptions'),
  'GET /api/user/licences': user('/api/user/licences'),
  'GET /api/user/downloads': user('/api/user/downloads'),
  'GET /api/user/referrals': user('/api/user/referrals'),
  'GET /api/user/referral-stats': user('/api/user/referral-stats'),
  'GET /api/user/reviews/:id': user('/api/user/reviews/101'),
  'GET /api/contracts': user('/api/contracts'),
  'GET /api/recalls': user('/api/recalls'),
  'GET /api/payment/:id': admin((find) => [`/api/payment/${find.one(middle('payments'))}`]),
  'GET /api/payment/open': user('/api/payment/open'),
  'GET /api/payment/trial': user('/api/payment/trial?productId=2'),
  'GET /api/payment/upgrade': user('/api/payment/upgrade'),
  'GET /api/payment/billing-country': user('/api/payment/billing-country'),
  'GET /api/payment/guest/:id': nobody((find) => [
    `/api/payment/guest/${find.one('SELECT payment_id FROM guest_checkouts ORDER BY 1 DESC LIMIT 1')}`,
  ]),
  'GET /api/orders/:reference/invoices': admin((find) => [
    `/api/orders/${find.one(middle('payments').replace('SELECT id', 'SELECT order_reference'))}/invoices`,
  ]),
  'GET /api/log': nobody((find) => [
    ...pages('/api/log', find.one('SELECT count(*) / 2 FROM log_entries')),
    `/api/log?hash=${find.one('SELECT sha256 FROM log_entries WHERE idx = 40').slice(0, 12)}`,
  ]),
  'GET /api/log/checkpoint': nobody(() => ['/api/log/checkpoint']),
  'GET /api/log/:index': nobody(() => ['/api/log/40']),
  'GET /log/checkpoint': nobody(() => ['/log/checkpoint']),
  'GET /log/tile/*': nobody(() => ['/log/tile/0/000.p/96', '/log/tile/entries/000.p/96']),
  'GET /log/proof/:index': nobody(() => ['/log/proof/40']),
  'GET /log/consistency/:old/:size': nobody(() => ['/log/consistency/40/90']),

  'GET /api/coupons': admin((find) => [
    ...pages('/api/coupons', find.moment('coupons')),
    '/api/coupons?limit=LIMIT&q=SCALE',
    '/api/coupons?q=SCALE7',
    '/api/coupons?q=NOSUCH',
  ]),
  'GET /api/coupons/:id': admin((find) => [`/api/coupons/${find.one(middle('coupons'))}`]),
  'GET /api/coupons/:id/usages': admin((find) => [
    `/api/coupons/${find.one(middle('coupons'))}/usages?limit=LIMIT`,
  ]),
  'GET /api/recovery/pending-payments': admin((find) =>
    pages('/api/recovery/pending-payments', find.id("payments WHERE status = 'pending'")),
  ),
  'GET /api/recovery/runs': admin((find) => pages('/api/recovery/runs', find.id('reconciliation_runs'))),
  'GET /api/recovery/findings': admin((find) => [
    ...pages('/api/recovery/findings', find.id('reconciliation_findings WHERE resolved_at IS NULL')),
    ...pages('/api/recovery/findings?open=false', find.id('reconciliation_findings')),
  ]),
  'GET /api/test-email-delivery/:id': admin(() => ['/api/test-email-delivery/101']),
  [`GET ${OFFICE}/users`]: admin((find) => [
    ...pages(`${OFFICE}/users`, find.moment('users')),
    `${OFFICE}/users?limit=LIMIT&q=buyer`,
    `${OFFICE}/users?limit=LIMIT&q=buyer&cursor=~buyer5-1`,
    `${OFFICE}/users?limit=LIMIT&q=buyer77`,
    `${OFFICE}/users?q=nobody`,
    `${OFFICE}/users?limit=LIMIT&role=admin`,
    `${OFFICE}/users?limit=LIMIT&state=deactivated`,
    `${OFFICE}/users?limit=LIMIT&state=deleted`,
    `${OFFICE}/users?role=admin&q=zzz`,
    `${OFFICE}/users?state=deactivated&q=zzz`,
  ]),
  [`GET ${OFFICE}/users/:id`]: buyer(),
  ...Object.fromEntries(
    ['purchases', 'grants', 'subscriptions', 'downloads', 'mails', 'commissions', 'notes', 'history'].map(
      (part) => [`GET ${OFFICE}/users/:id/${part}`, buyer(`/${part}?limit=LIMIT`)],
    ),
  ),
  [`GET ${OFFICE}/products`]: admin(() => [`${OFFICE}/products`, `${OFFICE}/products?q=far`]),
  [`GET ${OFFICE}/products/:id`]: admin(() => [`${OFFICE}/products/101`]),
  [`GET ${OFFICE}/publisher-keys`]: admin(() => [`${OFFICE}/publisher-keys`]),
  [`GET ${OFFICE}/releases/:id/downloaders`]: audience(() => [`${OFFICE}/releases/${BASE + 2}/downloaders`]),
  [`GET ${OFFICE}/recalls/:id`]: audience(() => [`${OFFICE}/recalls/${BASE + 2}`]),
  [`GET ${OFFICE}/recalls/:id/people`]: admin(() => [`${OFFICE}/recalls/${BASE + 2}/people?limit=LIMIT`]),
  [`GET ${OFFICE}/email-deliveries`]: admin((find) => [
    ...pages(`${OFFICE}/email-deliveries`, find.id("email_deliveries WHERE status = 'dead'")),
    ...pages(`${OFFICE}/email-deliveries?status=sent`, find.id("email_deliveries WHERE status = 'sent'")),
    `${OFFICE}/email-deliveries?to=${find.one('SELECT email FROM payments WHERE payment_date IS NOT NULL LIMIT 1')}&limit=LIMIT`,
    `${OFFICE}/email-deliveries?to=nobody@mail.test`,
  ]),
  [`GET ${OFFICE}/email-deliveries/by-key/:key`]: admin((find) => [
    `${OFFICE}/email-deliveries/by-key/${find.one(middle('email_deliveries').replace('SELECT id', 'SELECT key'))}`,
  ]),
  [`GET ${OFFICE}/refunds`]: admin((find) => [
    ...pages(`${OFFICE}/refunds`, find.id('refunds')),
    ...pages(`${OFFICE}/refunds?status=review`, find.id("refunds WHERE status = 'review'")),
  ]),
  [`GET ${OFFICE}/payments/:id`]: admin((find) => [`${OFFICE}/payments/${find.one(middle('payments'))}`]),
  [`GET ${OFFICE}/payments/:id/mails`]: admin((find) => [
    `${OFFICE}/payments/${find.one(middle('payments'))}/mails`,
  ]),
  [`GET ${OFFICE}/payments/:id/downloads`]: admin((find) => [
    `${OFFICE}/payments/${find.one(middle('payments'))}/downloads`,
  ]),
  [`GET ${OFFICE}/payments/:id/refund-preview`]: admin((find) => [
    `${OFFICE}/payments/${find.one(middle('payments'))}/refund-preview`,
  ]),
  [`GET ${OFFICE}/purchases`]: admin((find) => [
    ...pages(`${OFFICE}/purchases`, find.moment("payments WHERE purchase_type = 'one-time'")),
    `${OFFICE}/purchases?limit=LIMIT&status=refunded`,
    `${OFFICE}/purchases?limit=LIMIT&type=subscription&product=2`,
    `${OFFICE}/purchases?limit=LIMIT&product=105&status=completed`,
    `${OFFICE}/purchases?limit=LIMIT&flagged=true`,
    `${OFFICE}/purchases?limit=LIMIT&from=2026-01-01&to=2026-03-01`,
    `${OFFICE}/purchases?q=${find.one(middle('payments').replace('SELECT id', 'SELECT email'))}&limit=LIMIT`,
    `${OFFICE}/purchases?q=${find.one(middle('payments').replace('SELECT id', 'SELECT order_reference'))}`,
    `${OFFICE}/purchases?q=${find.one(middle('payments').replace('SELECT id', 'SELECT checkout_id'))}`,
    `${OFFICE}/purchases?q=buyer&limit=LIMIT`,
    `${OFFICE}/purchases?q=nobody@mail.test`,
    `${OFFICE}/purchases?q=buyer&flagged=true`,
  ]),
  [`GET ${OFFICE}/subscriptions`]: admin((find) => [
    ...pages(`${OFFICE}/subscriptions`, find.moment('subscriptions')),
    `${OFFICE}/subscriptions?limit=LIMIT&status=canceled`,
    `${OFFICE}/subscriptions?limit=LIMIT&q=buyer`,
    `${OFFICE}/subscriptions?q=nobody`,
    `${OFFICE}/subscriptions?status=past_due&q=nobody`,
  ]),
  [`GET ${OFFICE}/subscriptions/:id`]: admin((find) => [
    `${OFFICE}/subscriptions/${find.one(middle('subscriptions'))}`,
  ]),
  [`GET ${OFFICE}/payouts`]: admin((find) => [
    ...pages(`${OFFICE}/payouts`, find.id("referral_payouts WHERE status = 'open'")),
    ...pages(`${OFFICE}/payouts?status=paid`, find.id("referral_payouts WHERE status = 'paid'")),
  ]),
  [`GET ${OFFICE}/payouts/:id`]: admin((find) => [
    `${OFFICE}/payouts/${find.one(middle('referral_payouts'))}`,
  ]),
  [`GET ${OFFICE}/emergency-links`]: admin((find) =>
    pages(`${OFFICE}/emergency-links`, find.moment('emergency_links')),
  ),
  [`GET ${OFFICE}/referrals`]: admin((find) => [
    ...pages(`${OFFICE}/referrals`, find.id('referrals')),
    `${OFFICE}/referrals?limit=LIMIT&referrer=${find.one('SELECT referrer_id FROM referrals ORDER BY id LIMIT 1')}`,
  ]),
  [`GET ${OFFICE}/contact-messages`]: admin((find) => [
    ...pages(`${OFFICE}/contact-messages`, find.moment('contact_messages WHERE answered_at IS NULL')),
    ...pages(`${OFFICE}/contact-messages?state=all`, find.moment('contact_messages')),
    `${OFFICE}/contact-messages?state=all&q=buyer7@mail.test`,
    `${OFFICE}/contact-messages?state=open&q=nobody@mail.test`,
  ]),
  [`GET ${OFFICE}/contact-messages/:id`]: admin((find) => [
    `${OFFICE}/contact-messages/${find.one(middle('contact_messages'))}`,
  ]),
  [`GET ${OFFICE}/reviews`]: admin(() => [
    `${OFFICE}/reviews?limit=LIMIT`,
    `${OFFICE}/reviews?limit=LIMIT&state=published`,
  ]),
  [`GET ${OFFICE}/stats`]: admin(() => [
    ...['today', '7d', '30d', '90d'].map((range) => `${OFFICE}/stats?range=${range}`),
    `${OFFICE}/stats?range=custom&from=2025-06-01&to=2026-05-31`,
  ]),
  [`GET ${OFFICE}/exports/users.csv`]: csv(() => [`${OFFICE}/exports/users.csv`]),
  [`GET ${OFFICE}/exports/orders.csv`]: csv(() => [
    `${OFFICE}/exports/orders.csv`,
    `${OFFICE}/exports/orders.csv?type=subscription&status=refunded`,
    `${OFFICE}/exports/orders.csv?from=2026-03-01&to=2026-03-02`,
  ]),
  [`GET ${OFFICE}/exports/invoices.csv`]: csv(() => [`${OFFICE}/exports/invoices.csv`]),
  [`GET ${OFFICE}/exports/subscriptions.csv`]: csv(() => [
    `${OFFICE}/exports/subscriptions.csv?status=canceled`,
  ]),
  [`GET ${OFFICE}/exports/coupons.csv`]: csv(() => [`${OFFICE}/exports/coupons.csv`]),
  [`GET ${OFFICE}/exports/referrals.csv`]: csv(() => [`${OFFICE}/exports/referrals.csv`]),
  [`GET ${OFFICE}/exports/audit.csv`]: csv(() => [`${OFFICE}/exports/audit.csv`]),
  [`GET ${OFFICE}/exports/downloaders.csv`]: csv(() => [
    `${OFFICE}/exports/downloaders.csv?release=${BASE + 2}`,
  ]),
  [`GET ${OFFICE}/exports/stats.csv`]: admin(() => [`${OFFICE}/exports/stats.csv?range=30d`]),
  [`GET ${OFFICE}/seller`]: admin(() => [`${OFFICE}/seller`]),
  [`GET ${OFFICE}/seller/tax`]: admin(() => [`${OFFICE}/seller/tax`]),
  [`GET ${OFFICE}/audit`]: admin((find) => [
    ...pages(`${OFFICE}/audit`, find.id('audit_log')),
    `${OFFICE}/audit?limit=LIMIT&action=coupon.create`,
    `${OFFICE}/audit?limit=LIMIT&actor=${BASE + 1}`,
    `${OFFICE}/audit?subject=coupon:4`,
  ]),
  [`GET ${OFFICE}/security`]: admin(() => [`${OFFICE}/security`]),
  [`GET ${OFFICE}/security/events`]: admin((find) => [
    ...pages(`${OFFICE}/security/events`, find.moment('security_events')),
    `${OFFICE}/security/events?limit=LIMIT&kind=key_wrong`,
  ]),
  [`GET ${OFFICE}/security/sessions`]: admin(() => [`${OFFICE}/security/sessions`]),
  [`GET ${OFFICE}/security/staff`]: admin(() => [`${OFFICE}/security/staff?limit=LIMIT`]),
  [`GET ${OFFICE}/security/acts`]: admin((find) => pages(`${OFFICE}/security/acts`, find.id('audit_log'))),
}
