import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasRole, STAFF_ROLES } from '#shared/core/staff-roles.ts'
import performanceGuide from '../../docs/performance.md?raw'
import { signUnsubscribe } from './features/email/unsubscribe-link.ts'
import { ADMIN_RULES, leastRole } from './http/admin-rules.ts'
import { SHELL } from './testing/assets.ts'
import { withoutCrypto } from './testing/charges.ts'
import { aUser, type Client, type SignedIn, visitor } from './testing/clients.ts'
import { sized, someOf } from './testing/depth.ts'
import { aProduct, stockPlans } from './testing/products.ts'
import { bought, sign } from './testing/purchases.ts'
import { allRoutes } from './testing/routes/all-routes.ts'
import { sandbox } from './testing/sandbox.ts'
import { aSeller } from './testing/seller.ts'
import { aDeployment, unique } from './testing/shop.ts'
import { connectStaff, until } from './testing/sockets.ts'

beforeAll(sandbox.calm)
beforeAll(stockPlans)

const required = { ...env, ADMIN_SECOND_FACTOR: 'required' }

const ACTORS = ['visitor', 'stranger', 'owner', 'admin', 'expired', 'foreign'] as const
/** `demoted`: a former admin in the session from before the demotion. Every route answers them like a stranger. */
type Actor = (typeof ACTORS)[number] | 'demoted'

/**
 * True for a route below a path that only admins may use. The test `permissions-admin` checks every such route, also
 * one that is added later, and checks that no admin-only route has another path.
 */
const isForAdmins = (route: string) =>
  /^\w+ \/api\/(secure-management|recovery|test-email-delivery|coupons(?!\/(validate|apply)$))(\/|$)/.test(
    route,
  )

/**
 * The data behind the routes: one paid purchase with its sent mail and licence, and one subscription, all of `owner`.
 */
type World = {
  paymentId: number
  orderReference: string
  productId: number
  subscriptionId: number
  deliveryId: number
  unsubscribe: string
  owner: { id: number; username: string; email: string; password: string }
  /** The handle of the owner's session. */
  session: string
  licence: { id: number; key: string; device: number }
}

type Case = {
  /** The path with ids of the world. Default: the route's pattern. */
  path?: (world: World) => string
  body?: (world: World) => Promise<unknown> | unknown
  headers?: (world: World) => Promise<Record<string, string>>
  /** The part of the world that the route uses, where neither path nor body names it. */
  about?: keyof World
  /** In the order of ACTORS. `foreign` is the owner on a page of another origin. */
  expect: readonly [number, number, number, number, number, number]
}

const form = () => {
  const username = unique('matrix').replaceAll('-', '_')
  return { username, email: `${username}@mail.test`, password: 'long enough' }
}

const deviceCall = ({ licence, productId }: World) => ({
  licenceKey: licence.key,
  product: productId,
  deviceId: 'device-of-the-owner',
})

/**
 * The expected status of every actor at every route. For a row that belongs to another user, the answer is the same as
 * for a row that does not exist.
 */
const MATRIX: Record<string, Case> = {
  'GET /api/shop': { expect: [200, 200, 200, 200, 200, 200] },
  // The order is the owner's.
  'GET /api/orders/:reference/invoices': {
    path: ({ orderReference }) => `/api/orders/${orderReference}/invoices`,
    expect: [404, 404, 200, 200, 404, 200],
  },
  'PUT /api/orders/:reference/billing': {
    path: ({ orderReference }) => `/api/orders/${orderReference}/billing`,
    body: () => ({ name: 'Ann Buyer', address: '2 Buyer Road', vatId: '' }),
    expect: [404, 404, 200, 403, 404, 403],
  },
  'GET /api/health': { expect: [200, 200, 200, 200, 200, 200] },
  // 404: the log has no entries, or no such tile.
  'GET /.well-known/jwks.json': { expect: [200, 200, 200, 200, 200, 200] },
  'GET /log/checkpoint': { expect: [404, 404, 404, 404, 404, 404] },
  'GET /log/vkey': { expect: [200, 200, 200, 200, 200, 200] },
  'GET /log/tile/*': { path: () => '/log/tile/0/000', expect: [404, 404, 404, 404, 404, 404] },
  'GET /log/proof/:index': { path: () => '/log/proof/0', expect: [404, 404, 404, 404, 404, 404] },
  'GET /log/consistency/:old/:size': {
    path: () => '/log/consistency/1/2',
    expect: [404, 404, 404, 404, 404, 404],
  },
  'GET /api/log': { expect: [200, 200, 200, 200, 200, 200] },
  'GET /api/log/checkpoint': { expect: [200, 200, 200, 200, 200, 200] },
  // 404: the log has no entries.
  'GET /api/log/:index': { path: () => '/api/log/0', expect: [404, 404, 404, 404, 404, 404] },
  'GET /api/auth/me': { expect: [401, 200, 200, 200, 401, 200] },
  'POST /api/auth/login': {
    body: ({ owner }) => ({ username: owner.username, password: owner.password }),
    expect: [200, 200, 200, 200, 200, 403],
  },
  'POST /api/auth/register': { body: form, expect: [201, 201, 201, 201, 201, 403] },
  'POST /api/auth/logout': { expect: [200, 200, 200, 200, 200, 403] },
  'POST /api/auth/secure-operations/elevate-permissions': {
    // 403 for all: the key is wrong.
    body: ({ owner }) => ({ username: owner.username, adminKey: 'not the key' }),
    expect: [403, 403, 403, 403, 403, 403],
  },
  // The same answer for every address and every caller.
  'POST /api/auth/forgot-password': {
    body: () => ({ email: `${unique('forgot')}@mail.test` }),
    expect: [200, 200, 200, 200, 200, 403],
  },
  // 410: the token is invalid. Only the token of a mailed link counts, not the session.
  'POST /api/auth/reset-password': {
    body: () => ({ token: 'made-up', password: 'long enough' }),
    expect: [410, 410, 410, 410, 410, 403],
  },
  'POST /api/auth/verify-email': {
    body: () => ({ token: 'made-up' }),
    expect: [410, 410, 410, 410, 410, 403],
  },
  'POST /api/auth/resend-verification': { expect: [401, 200, 200, 200, 401, 403] },
  'GET /api/user/profile': { expect: [401, 200, 200, 200, 401, 200] },
  'PUT /api/user/profile': {
    body: ({ owner }) => ({
      email: owner.email,
      notification_preferences: { emailNotifications: true, promotionalEmails: false, newAirdrops: true },
    }),
    // 422: for the other actors this changes the address, which needs their password.
    expect: [401, 422, 200, 422, 401, 403],
  },
  'DELETE /api/user/pending-email': { expect: [401, 200, 200, 200, 401, 403] },
  'PUT /api/user/password': {
    body: ({ owner }) => ({ currentPassword: owner.password, newPassword: `new-${owner.password}` }),
    expect: [401, 422, 200, 422, 401, 403],
  },
  'GET /api/user/factors': { expect: [401, 200, 200, 200, 401, 200] },
  'POST /api/user/factors/passkeys/options': { expect: [401, 200, 200, 200, 401, 403] },
  'POST /api/user/factors/passkeys': { body: () => ({}), expect: [401, 400, 400, 400, 401, 403] },
  'PUT /api/user/factors/passkeys/:id': {
    path: () => '/api/user/factors/passkeys/1',
    body: () => ({ name: 'Laptop' }),
    expect: [401, 404, 404, 404, 401, 403],
  },
  'DELETE /api/user/factors/passkeys/:id': {
    path: () => '/api/user/factors/passkeys/1',
    expect: [401, 404, 404, 404, 401, 403],
  },
  'POST /api/user/factors/app/confirm': {
    body: () => ({ code: '123456' }),
    expect: [401, 409, 409, 409, 401, 403],
  },
  'POST /api/user/factors/app': { expect: [401, 200, 200, 200, 401, 403] },
  'DELETE /api/user/factors/app': { expect: [401, 404, 404, 404, 401, 403] },
  'POST /api/user/factors/recovery-codes': { expect: [401, 409, 409, 409, 401, 403] },
  'POST /api/auth/second-factor/options': {
    body: () => ({ token: 'x' }),
    expect: [401, 401, 401, 401, 401, 403],
  },
  'POST /api/auth/second-factor': {
    body: () => ({ token: 'x', code: '123456' }),
    expect: [401, 401, 401, 401, 401, 403],
  },
  'POST /api/auth/passkey/options': { expect: [200, 200, 200, 200, 200, 403] },
  'POST /api/auth/passkey': { body: () => ({}), expect: [400, 400, 400, 400, 400, 403] },
  'POST /api/auth/reauthenticate/options': { expect: [401, 409, 409, 409, 401, 403] },
  'POST /api/auth/reauthenticate': {
    body: ({ owner }) => ({ password: owner.password }),
    expect: [401, 422, 200, 422, 401, 403],
  },
  'POST /api/secure-management/users/:id/remove-factors': {
    path: ({ owner }) => `/api/secure-management/users/${owner.id}/remove-factors`,
    body: () => ({ reason: 'The phone is lost' }),
    about: 'owner',
    expect: [401, 403, 403, 200, 401, 403],
  },
  'GET /api/user/sessions': { expect: [401, 200, 200, 200, 401, 200] },
  'DELETE /api/user/sessions': { expect: [401, 200, 200, 200, 401, 403] },
  'DELETE /api/user/sessions/:id': {
    path: ({ session }) => `/api/user/sessions/${session}`,
    expect: [401, 404, 200, 404, 401, 403],
  },
  'GET /api/products': { expect: [200, 200, 200, 200, 200, 200] },
  'GET /api/products/:id': {
    path: ({ productId }) => `/api/products/${productId}`,
    expect: [200, 200, 200, 200, 200, 200],
  },
  'GET /api/products/:id/scan': {
    path: ({ productId }) => `/api/products/${productId}/scan`,
    expect: [200, 200, 200, 200, 200, 200],
  },
  'GET /api/products/:id/reviews': {
    path: ({ productId }) => `/api/products/${productId}/reviews`,
    expect: [200, 200, 200, 200, 200, 200],
  },
  'GET /api/reviews/latest': { expect: [200, 200, 200, 200, 200, 200] },
  'GET /api/user/reviews/:id': {
    path: ({ productId }) => `/api/user/reviews/${productId}`,
    expect: [401, 200, 200, 200, 401, 200],
  },
  // 403 also for the owner, who has downloaded nothing.
  'PUT /api/user/reviews/:id': {
    path: ({ productId }) => `/api/user/reviews/${productId}`,
    body: () => ({ rating: 5, text: 'It does what it says.', displayName: 'Anna K.' }),
    expect: [401, 403, 403, 403, 401, 403],
  },
  'DELETE /api/user/reviews/:id': {
    path: ({ productId }) => `/api/user/reviews/${productId}`,
    expect: [401, 404, 404, 404, 401, 403],
  },
  // 404: the product has no such versions.
  'GET /api/products/:id/compare': {
    path: ({ productId }) => `/api/products/${productId}/compare?from=0.0.1&to=0.0.2`,
    expect: [401, 404, 404, 404, 401, 404],
  },
  'PUT /api/products/:id/channel': {
    path: ({ productId }) => `/api/products/${productId}/channel`,
    body: () => ({ channel: 'beta' }),
    expect: [401, 403, 200, 403, 401, 403],
  },
  'GET /api/products/:id/image/:key': {
    path: ({ productId }) => `/api/products/${productId}/image/${'0'.repeat(32)}.png`,
    // 404 for all: the picture does not exist.
    expect: [404, 404, 404, 404, 404, 404],
  },
  'GET /api/releases': { expect: [200, 200, 200, 200, 200, 200] },
  'GET /api/releases/feed.xml': { expect: [200, 200, 200, 200, 200, 200] },
  'GET /api/my-products': { expect: [401, 200, 200, 200, 401, 200] },
  'GET /api/user/purchases': { expect: [401, 200, 200, 200, 401, 200] },
  'POST /api/user/purchases/:id/refund': {
    path: ({ paymentId }) => `/api/user/purchases/${paymentId}/refund`,
    expect: [401, 404, 200, 404, 401, 403],
  },
  'GET /api/user/subscriptions': { expect: [401, 200, 200, 200, 401, 200] },
  'POST /api/user/subscriptions/:id/cancel': {
    path: ({ subscriptionId }) => `/api/user/subscriptions/${subscriptionId}/cancel`,
    expect: [401, 404, 200, 404, 401, 403],
  },
  'POST /api/user/subscriptions/:id/resume': {
    path: ({ subscriptionId }) => `/api/user/subscriptions/${subscriptionId}/resume`,
    expect: [401, 404, 200, 404, 401, 403],
  },
  'GET /api/user/downloads': { expect: [401, 200, 200, 200, 401, 200] },
  'GET /api/user/licences': { expect: [401, 200, 200, 200, 401, 200] },
  'DELETE /api/user/licences/:id/devices/:deviceId': {
    path: ({ licence }) => `/api/user/licences/${licence.id}/devices/${licence.device}`,
    expect: [401, 404, 200, 404, 401, 403],
  },
  'POST /api/user/licences/:id/new-key': {
    path: ({ licence }) => `/api/user/licences/${licence.id}/new-key`,
    expect: [401, 404, 200, 404, 401, 403],
  },
  // Called by scripts: the licence key authenticates the call, from any origin.
  'POST /api/licences/activate': { body: deviceCall, expect: [200, 200, 200, 200, 200, 200] },
  'POST /api/licences/check': { body: deviceCall, expect: [200, 200, 200, 200, 200, 200] },
  'POST /api/licences/deactivate': { body: deviceCall, expect: [200, 200, 200, 200, 200, 200] },
  'POST /api/user/subscriptions/:id/renew': {
    // 409: the subscription is paid by card and renews automatically.
    path: ({ subscriptionId }) => `/api/user/subscriptions/${subscriptionId}/renew`,
    expect: [401, 404, 409, 404, 401, 403],
  },
  'POST /api/user/billing-portal': { about: 'subscriptionId', expect: [401, 404, 200, 404, 401, 403] },
  'GET /api/recalls': { expect: [401, 200, 200, 200, 401, 200] },
  'POST /api/recalls/:id/seen': {
    // 404: nobody has a recalled file.
    path: () => '/api/recalls/987654/seen',
    expect: [401, 404, 404, 404, 401, 403],
  },
  'GET /api/user/referrals': { expect: [401, 200, 200, 200, 401, 200] },
  'GET /api/user/referral-stats': { expect: [401, 200, 200, 200, 401, 200] },
  'PUT /api/user/payout-address': {
    // 422: the password is the owner's.
    body: ({ owner }) => ({ address: `0x${'a1'.repeat(20)}`, password: owner.password }),
    expect: [401, 422, 200, 422, 401, 403],
  },
  'GET /api/user/lockdown': { expect: [401, 200, 200, 200, 401, 200] },
  'POST /api/user/lockdown': {
    // 422: the password is the owner's.
    body: ({ owner }) => ({ password: owner.password }),
    expect: [401, 422, 200, 422, 401, 403],
  },
  'POST /api/user/export': {
    // 422: the password is the owner's.
    body: ({ owner }) => ({ password: owner.password }),
    expect: [401, 422, 200, 422, 401, 403],
  },
  'DELETE /api/user/account': {
    // 422: the password is the owner's.
    body: ({ owner }) => ({ password: owner.password }),
    expect: [401, 422, 200, 422, 401, 403],
  },
  'POST /api/payment/create': {
    body: () => ({
      productId: 12,
      purchaseType: 'one-time',
      provider: 'stripe',
      email: 'x@mail.test',
      clientPaymentId: unique('visit'),
    }),
    expect: [401, 201, 201, 201, 401, 403],
  },
  // Nobody needs an account. 404: the browser opened no such order; a session opens none.
  'POST /api/payment/guest': {
    body: () => ({
      productId: 12,
      method: 'card',
      email: 'x@mail.test',
      clientPaymentId: unique('visit'),
    }),
    expect: [201, 201, 201, 201, 201, 403],
  },
  // The same answer for every address and every caller.
  'POST /api/payment/guest/find': {
    body: () => ({ email: `${unique('find')}@mail.test` }),
    expect: [200, 200, 200, 200, 200, 403],
  },
  'GET /api/payment/guest/:id': {
    path: ({ paymentId }) => `/api/payment/guest/${paymentId}`,
    expect: [404, 404, 404, 404, 404, 404],
  },
  'POST /api/payment/guest/:id/email': {
    path: ({ paymentId }) => `/api/payment/guest/${paymentId}/email`,
    body: () => ({ email: `${unique('right')}@mail.test` }),
    expect: [404, 404, 404, 404, 404, 403],
  },
  'POST /api/payment/guest/:id/download': {
    path: ({ paymentId }) => `/api/payment/guest/${paymentId}/download`,
    expect: [404, 404, 404, 404, 404, 403],
  },
  'GET /api/payment/links': { expect: [200, 200, 200, 200, 200, 200] },
  'GET /api/payment/methods': { expect: [200, 200, 200, 200, 200, 200] },
  'POST /api/coinbase/create-charge': {
    body: () => ({ productId: 12, email: 'x@mail.test' }),
    expect: [401, 201, 201, 201, 401, 403],
  },
  'POST /api/coupons/validate': {
    // 404: no such code; the request passed the session check.
    body: () => ({ code: 'NOSUCHCODE', scriptId: 12 }),
    expect: [401, 404, 404, 404, 401, 403],
  },
  'POST /api/coupons/apply': {
    // 409: the owner's purchase was made without a coupon; 404: for the others the purchase does not exist.
    body: ({ paymentId, productId }) => ({ couponId: 1, scriptId: productId, paymentId }),
    expect: [401, 404, 409, 404, 401, 403],
  },
  'GET /api/coupons': { expect: [401, 403, 403, 200, 401, 403] },
  'POST /api/coupons': {
    body: () => ({
      code: unique('NEW').slice(0, 20),
      discountType: 'percentage',
      discountValue: 0.2,
      description: 'A fifth off',
      appliesTo: 'all',
    }),
    expect: [401, 403, 403, 201, 401, 403],
  },
  'POST /api/coupons/bulk': {
    body: () => ({
      prefix: 'MANY',
      count: 2,
      discountType: 'percentage',
      discountValue: 0.2,
      description: 'A fifth off',
    }),
    expect: [401, 403, 403, 201, 401, 403],
  },
  // 404: no such coupon; the admin passed the permission check.
  'GET /api/coupons/:id': { path: () => '/api/coupons/987654', expect: [401, 403, 403, 404, 401, 403] },
  'GET /api/coupons/:id/usages': {
    path: () => '/api/coupons/987654/usages',
    expect: [401, 403, 403, 200, 401, 403],
  },
  'PATCH /api/coupons/:id': {
    path: () => '/api/coupons/987654',
    body: () => ({ description: 'Another' }),
    expect: [401, 403, 403, 404, 401, 403],
  },
  'DELETE /api/coupons/:id': {
    path: () => '/api/coupons/987654',
    expect: [401, 403, 403, 404, 401, 403],
  },
  'GET /api/payment/billing-country': { expect: [401, 200, 200, 200, 401, 200] },
  'GET /api/payment/open': { expect: [401, 200, 200, 200, 401, 200] },
  // 409: the payment was made by card; its owner passed the permission check.
  'POST /api/payment/:id/balance': {
    path: ({ paymentId }) => `/api/payment/${paymentId}/balance`,
    expect: [401, 404, 409, 404, 401, 403],
  },
  'POST /api/payment/:id/refund-unapplied-funds': {
    path: ({ paymentId }) => `/api/payment/${paymentId}/refund-unapplied-funds`,
    expect: [401, 404, 409, 404, 401, 403],
  },
  'GET /api/payment/:id': {
    path: ({ paymentId }) => `/api/payment/${paymentId}`,
    expect: [401, 404, 200, 404, 401, 200],
  },
  'POST /api/webhooks/stripe': { expect: [400, 400, 400, 400, 400, 400] },
  'POST /api/webhooks/coinbase': { expect: [400, 400, 400, 400, 400, 400] },
  'POST /api/webhooks/btcpay': { expect: [400, 400, 400, 400, 400, 400] },
  'POST /api/webhooks/resend': { expect: [400, 400, 400, 400, 400, 400] },
  'GET /api/download/file/:id': {
    path: ({ productId }) => `/api/download/file/${productId}`,
    expect: [401, 403, 200, 403, 401, 200],
  },
  // The link is the only proof.
  'POST /api/download/link': { body: () => ({ token: 'made-up' }), expect: [403, 403, 403, 403, 403, 403] },
  'POST /api/download/link/open': {
    body: () => ({ token: 'made-up' }),
    expect: [403, 403, 403, 403, 403, 403],
  },
  'GET /api/download/all': { about: 'productId', expect: [401, 404, 200, 404, 401, 200] },
  'POST /api/email/product/:id': {
    path: ({ productId }) => `/api/email/product/${productId}`,
    body: () => ({ email: form().email }),
    expect: [401, 403, 200, 403, 401, 403],
  },
  // A GET with an effect: only our own pages may send it.
  'GET /api/test-notification': { expect: [401, 200, 200, 200, 401, 403] },
  'POST /api/contact': {
    body: () => ({
      firstName: 'A',
      lastName: 'B',
      subject: 'Hello',
      message: 'A question about a script.',
      email: form().email,
    }),
    expect: [201, 201, 201, 201, 201, 403],
  },
  'GET /api/payment/trial': {
    path: () => '/api/payment/trial?productId=2',
    expect: [401, 200, 200, 200, 401, 200],
  },
  'GET /api/payment/upgrade': { expect: [401, 200, 200, 200, 401, 200] },
  'GET /api/contracts': { expect: [401, 200, 200, 200, 401, 200] },
  'POST /api/contracts/withdraw': {
    body: ({ paymentId }) => ({ paymentId, name: 'A B' }),
    expect: [401, 404, 200, 404, 401, 403],
  },
  'POST /api/contracts/withdraw-as-guest': {
    body: () => ({ name: 'A B', email: form().email, order: '#987654' }),
    expect: [200, 200, 200, 200, 200, 403],
  },
  'POST /api/contact/newsletter/confirm': {
    body: () => ({ token: 'not ours' }),
    expect: [403, 403, 403, 403, 403, 403],
  },
  'GET /api/email/unsubscribe': {
    path: () => '/api/email/unsubscribe?token=x',
    expect: [302, 302, 302, 302, 302, 302],
  },
  // The token authenticates the request, from any origin.
  'POST /api/email/unsubscribe/confirm': {
    body: ({ unsubscribe }) => ({ token: unsubscribe }),
    expect: [200, 200, 200, 200, 200, 403],
  },
  'POST /api/email/unsubscribe': {
    path: ({ unsubscribe }) => `/api/email/unsubscribe?token=${unsubscribe}`,
    expect: [200, 200, 200, 200, 200, 200],
  },
  'GET /api/secure-management/users': { expect: [401, 403, 403, 200, 401, 403] },
  'GET /api/secure-management/users/:id': {
    path: ({ owner }) => `/api/secure-management/users/${owner.id}`,
    expect: [401, 403, 403, 200, 401, 403],
  },
  'GET /api/secure-management/users/:id/purchases': {
    path: ({ owner }) => `/api/secure-management/users/${owner.id}/purchases`,
    expect: [401, 403, 403, 200, 401, 403],
  },
  'GET /api/secure-management/users/:id/grants': {
    path: ({ owner }) => `/api/secure-management/users/${owner.id}/grants`,
    expect: [401, 403, 403, 200, 401, 403],
  },
  'GET /api/secure-management/users/:id/subscriptions': {
    path: ({ owner }) => `/api/secure-management/users/${owner.id}/subscriptions`,
    expect: [401, 403, 403, 200, 401, 403],
  },
  'GET /api/secure-management/users/:id/downloads': {
    path: ({ owner }) => `/api/secure-management/users/${owner.id}/downloads`,
    expect: [401, 403, 403, 200, 401, 403],
  },
  'GET /api/secure-management/users/:id/mails': {
    path: ({ owner }) => `/api/secure-management/users/${owner.id}/mails`,
    expect: [401, 403, 403, 200, 401, 403],
  },
  'GET /api/secure-management/users/:id/commissions': {
    path: ({ owner }) => `/api/secure-management/users/${owner.id}/commissions`,
    expect: [401, 403, 403, 200, 401, 403],
  },
  'GET /api/secure-management/users/:id/notes': {
    path: ({ owner }) => `/api/secure-management/users/${owner.id}/notes`,
    expect: [401, 403, 403, 200, 401, 403],
  },
  'GET /api/secure-management/users/:id/history': {
    path: ({ owner }) => `/api/secure-management/users/${owner.id}/history`,
    expect: [401, 403, 403, 200, 401, 403],
  },
  'POST /api/secure-management/users/:id/deactivate': {
    path: ({ owner }) => `/api/secure-management/users/${owner.id}/deactivate`,
    body: () => ({ reason: 'As the matrix asks' }),
    expect: [401, 403, 403, 200, 401, 403],
  },
  'POST /api/secure-management/users/:id/activate': {
    path: ({ owner }) => `/api/secure-management/users/${owner.id}/activate`,
    // 409: the account is active; the admin passed the permission check.
    expect: [401, 403, 403, 409, 401, 403],
  },
  'DELETE /api/secure-management/users/:id': {
    path: ({ owner }) => `/api/secure-management/users/${owner.id}`,
    expect: [401, 403, 403, 200, 401, 403],
  },
  'POST /api/secure-management/users/:id/end-sessions': {
    path: ({ owner }) => `/api/secure-management/users/${owner.id}/end-sessions`,
    expect: [401, 403, 403, 200, 401, 403],
  },
  'POST /api/secure-management/users/:id/lift-download-limits': {
    path: ({ owner }) => `/api/secure-management/users/${owner.id}/lift-download-limits`,
    expect: [401, 403, 403, 200, 401, 403],
  },
  'POST /api/secure-management/users/:id/resend-verification': {
    path: ({ owner }) => `/api/secure-management/users/${owner.id}/resend-verification`,
    expect: [401, 403, 403, 200, 401, 403],
  },
  'POST /api/secure-management/users/:id/grants': {
    path: ({ owner }) => `/api/secure-management/users/${owner.id}/grants`,
    body: () => ({ productId: 12, type: 'admin', notes: 'As the matrix asks' }),
    expect: [401, 403, 403, 201, 401, 403],
  },
  'DELETE /api/secure-management/users/:id/grants/:grantId': {
    path: ({ owner }) => `/api/secure-management/users/${owner.id}/grants/987654`,
    expect: [401, 403, 403, 404, 401, 403],
  },
  // 422: the password is not the admin's.
  'POST /api/secure-management/users/:id/promote': {
    path: ({ owner }) => `/api/secure-management/users/${owner.id}/promote`,
    body: ({ owner }) => ({ currentPassword: owner.password }),
    expect: [401, 403, 403, 422, 401, 403],
  },
  'POST /api/secure-management/users/:id/demote': {
    path: ({ owner }) => `/api/secure-management/users/${owner.id}/demote`,
    body: ({ owner }) => ({ currentPassword: owner.password }),
    expect: [401, 403, 403, 422, 401, 403],
  },
  'POST /api/secure-management/users/:id/notes': {
    path: ({ owner }) => `/api/secure-management/users/${owner.id}/notes`,
    body: () => ({ text: 'As the matrix asks' }),
    expect: [401, 403, 403, 201, 401, 403],
  },
  'DELETE /api/secure-management/users/:id/notes/:noteId': {
    path: ({ owner }) => `/api/secure-management/users/${owner.id}/notes/987654`,
    expect: [401, 403, 403, 404, 401, 403],
  },
  'GET /api/secure-management/products': { expect: [401, 403, 403, 200, 401, 403] },
  'POST /api/secure-management/products': {
    body: () => ({ name: unique('Made'), description: 'A script', price: 5, features: ['Farms'] }),
    expect: [401, 403, 403, 201, 401, 403],
  },
  'GET /api/secure-management/products/:id': {
    path: ({ productId }) => `/api/secure-management/products/${productId}`,
    expect: [401, 403, 403, 200, 401, 403],
  },
  'PATCH /api/secure-management/products/:id': {
    path: ({ productId }) => `/api/secure-management/products/${productId}`,
    body: () => ({ description: 'Another' }),
    expect: [401, 403, 403, 200, 401, 403],
  },
  'PATCH /api/secure-management/products/:id/price': {
    path: ({ productId }) => `/api/secure-management/products/${productId}/price`,
    body: () => ({ price: 7.5 }),
    expect: [401, 403, 403, 200, 401, 403],
  },
  'DELETE /api/secure-management/products/:id': {
    path: ({ productId }) => `/api/secure-management/products/${productId}`,
    expect: [401, 403, 403, 200, 401, 403],
  },
  // 409: the product is not deleted; the admin passed the permission check.
  'POST /api/secure-management/products/:id/restore': {
    path: ({ productId }) => `/api/secure-management/products/${productId}/restore`,
    expect: [401, 403, 403, 409, 401, 403],
  },
  // 415: the routes take a file, not JSON.
  'POST /api/secure-management/products/:id/file': {
    path: ({ productId }) => `/api/secure-management/products/${productId}/file`,
    expect: [401, 403, 403, 415, 401, 403],
  },
  'POST /api/secure-management/products/:id/image': {
    path: ({ productId }) => `/api/secure-management/products/${productId}/image`,
    expect: [401, 403, 403, 415, 401, 403],
  },
  // 404: the product has no picture; the release does not exist.
  'DELETE /api/secure-management/products/:id/image': {
    path: ({ productId }) => `/api/secure-management/products/${productId}/image`,
    expect: [401, 403, 403, 404, 401, 403],
  },
  'POST /api/secure-management/releases/:id/publish': {
    path: () => '/api/secure-management/releases/987654/publish',
    expect: [401, 403, 403, 404, 401, 403],
  },
  'POST /api/secure-management/releases/:id/promote': {
    path: () => '/api/secure-management/releases/987654/promote',
    expect: [401, 403, 403, 404, 401, 403],
  },
  'POST /api/secure-management/releases/:id/scan': {
    path: () => '/api/secure-management/releases/987654/scan',
    expect: [401, 403, 403, 404, 401, 403],
  },
  'POST /api/secure-management/releases/:id/confirmation': {
    path: () => '/api/secure-management/releases/987654/confirmation',
    body: () => ({ reason: 'It was read by two people' }),
    expect: [401, 403, 403, 404, 401, 403],
  },
  'PUT /api/secure-management/releases/:id/run': {
    path: () => '/api/secure-management/releases/987654/run',
    body: () => ({ command: 'python3 plan.py', output: 'Planned.', table: null }),
    expect: [401, 403, 403, 404, 401, 403],
  },
  'DELETE /api/secure-management/releases/:id/run': {
    path: () => '/api/secure-management/releases/987654/run',
    expect: [401, 403, 403, 404, 401, 403],
  },
  'PUT /api/secure-management/releases/:id/signature': {
    path: () => '/api/secure-management/releases/987654/signature',
    body: () => ({ signature: '-----BEGIN SSH SIGNATURE-----' }),
    expect: [401, 403, 403, 404, 401, 403],
  },
  'GET /api/secure-management/publisher-keys': {
    path: () => '/api/secure-management/publisher-keys',
    expect: [401, 403, 403, 200, 401, 403],
  },
  // 422: a wrong password.
  'POST /api/secure-management/publisher-keys': {
    path: () => '/api/secure-management/publisher-keys',
    body: () => ({ name: 'Ann', publicKey: 'ssh-ed25519 AAAA', currentPassword: 'not-the-password' }),
    expect: [401, 403, 403, 422, 401, 403],
  },
  'POST /api/secure-management/publisher-keys/:id/confirm': {
    path: () => '/api/secure-management/publisher-keys/987654/confirm',
    body: () => ({ currentPassword: 'not-the-password' }),
    expect: [401, 403, 403, 422, 401, 403],
  },
  'POST /api/secure-management/publisher-keys/:id/remove': {
    path: () => '/api/secure-management/publisher-keys/987654/remove',
    body: () => ({ currentPassword: 'not-the-password' }),
    expect: [401, 403, 403, 422, 401, 403],
  },
  'POST /api/secure-management/publisher-keys/:id/keep': {
    path: () => '/api/secure-management/publisher-keys/987654/keep',
    body: () => ({ currentPassword: 'not-the-password' }),
    expect: [401, 403, 403, 422, 401, 403],
  },
  'POST /api/secure-management/releases/:id/yank': {
    path: () => '/api/secure-management/releases/987654/yank',
    body: () => ({ reason: 'It is broken' }),
    expect: [401, 403, 403, 404, 401, 403],
  },
  'POST /api/secure-management/releases/:id/recall': {
    path: () => '/api/secure-management/releases/987654/recall',
    body: () => ({ reason: 'It steals', advice: 'Revoke its approvals' }),
    expect: [401, 403, 403, 404, 401, 403],
  },
  'POST /api/secure-management/releases/:id/file': {
    path: () => '/api/secure-management/releases/987654/file',
    expect: [401, 403, 403, 415, 401, 403],
  },
  'POST /api/secure-management/releases/:id/check': {
    path: () => '/api/secure-management/releases/987654/check',
    expect: [401, 403, 403, 404, 401, 403],
  },
  'GET /api/secure-management/releases/:id/downloaders': {
    path: () => '/api/secure-management/releases/987654/downloaders',
    expect: [401, 403, 403, 404, 401, 403],
  },
  'GET /api/secure-management/recalls/:id': {
    path: () => '/api/secure-management/recalls/987654',
    expect: [401, 403, 403, 404, 401, 403],
  },
  'GET /api/secure-management/recalls/:id/people': {
    path: () => '/api/secure-management/recalls/987654/people',
    expect: [401, 403, 403, 404, 401, 403],
  },
  'PUT /api/secure-management/recalls/:id/report': {
    path: () => '/api/secure-management/recalls/987654/report',
    body: () => ({ awareAt: '2026-10-01T00:00:00.000Z', note: '' }),
    expect: [401, 403, 403, 404, 401, 403],
  },
  'POST /api/secure-management/recalls/:id/report/done': {
    path: () => '/api/secure-management/recalls/987654/report/done',
    body: () => ({ clock: 'Early warning', note: '' }),
    expect: [401, 403, 403, 404, 401, 403],
  },
  'POST /api/secure-management/recalls/:id/report/undo': {
    path: () => '/api/secure-management/recalls/987654/report/undo',
    body: () => ({ clock: 'Early warning' }),
    expect: [401, 403, 403, 404, 401, 403],
  },
  'PATCH /api/secure-management/releases/:id': {
    path: () => '/api/secure-management/releases/987654',
    body: () => ({ changelog: 'Another' }),
    expect: [401, 403, 403, 404, 401, 403],
  },
  'DELETE /api/secure-management/releases/:id': {
    path: () => '/api/secure-management/releases/987654',
    expect: [401, 403, 403, 404, 401, 403],
  },
  'GET /api/secure-management/email-deliveries': { expect: [401, 403, 403, 200, 401, 403] },
  'GET /api/secure-management/email-deliveries/by-key/:key': {
    path: ({ paymentId }) => `/api/secure-management/email-deliveries/by-key/receipt:${paymentId}`,
    expect: [401, 403, 403, 200, 401, 403],
  },
  'GET /api/test-email-delivery/:id': {
    path: ({ productId }) => `/api/test-email-delivery/${productId}`,
    expect: [401, 403, 403, 200, 401, 403],
  },
  'POST /api/secure-management/email-deliveries/:id/retry': {
    path: ({ deliveryId }) => `/api/secure-management/email-deliveries/${deliveryId}/retry`,
    // 409: the mail has been sent; the admin passed the permission check.
    expect: [401, 403, 403, 409, 401, 403],
  },
  'GET /api/secure-management/refunds': { expect: [401, 403, 403, 200, 401, 403] },
  // 404: no such refund; the admin passed the permission check.
  'POST /api/secure-management/refunds/:id/approve': {
    path: () => '/api/secure-management/refunds/999999/approve',
    expect: [401, 403, 403, 404, 401, 403],
  },
  'POST /api/secure-management/refunds/:id/decline': {
    path: () => '/api/secure-management/refunds/999999/decline',
    expect: [401, 403, 403, 404, 401, 403],
  },
  'GET /api/secure-management/payments/:id/refund-preview': {
    path: ({ paymentId }) => `/api/secure-management/payments/${paymentId}/refund-preview`,
    expect: [401, 403, 403, 200, 401, 403],
  },
  'POST /api/secure-management/payments/:id/refund': {
    path: ({ paymentId }) => `/api/secure-management/payments/${paymentId}/refund`,
    body: () => ({ reason: 'As the buyer asked' }),
    expect: [401, 403, 403, 200, 401, 403],
  },
  'GET /api/secure-management/purchases': { expect: [401, 403, 403, 200, 401, 403] },
  'GET /api/secure-management/payments/:id': {
    path: ({ paymentId }) => `/api/secure-management/payments/${paymentId}`,
    expect: [401, 403, 403, 200, 401, 403],
  },
  'GET /api/secure-management/payments/:id/mails': {
    path: ({ paymentId }) => `/api/secure-management/payments/${paymentId}/mails`,
    expect: [401, 403, 403, 200, 401, 403],
  },
  'GET /api/secure-management/payments/:id/downloads': {
    path: ({ paymentId }) => `/api/secure-management/payments/${paymentId}/downloads`,
    expect: [401, 403, 403, 200, 401, 403],
  },
  'POST /api/secure-management/payments/:id/check': {
    path: ({ paymentId }) => `/api/secure-management/payments/${paymentId}/check`,
    expect: [401, 403, 403, 200, 401, 403],
  },
  'GET /api/secure-management/subscriptions': { expect: [401, 403, 403, 200, 401, 403] },
  'GET /api/secure-management/subscriptions/:id': {
    path: ({ subscriptionId }) => `/api/secure-management/subscriptions/${subscriptionId}`,
    expect: [401, 403, 403, 200, 401, 403],
  },
  'POST /api/secure-management/subscriptions/:id/cancel': {
    path: ({ subscriptionId }) => `/api/secure-management/subscriptions/${subscriptionId}/cancel`,
    body: () => ({ atPeriodEnd: true }),
    expect: [401, 403, 403, 200, 401, 403],
  },
  'POST /api/secure-management/subscriptions/:id/resume': {
    path: ({ subscriptionId }) => `/api/secure-management/subscriptions/${subscriptionId}/resume`,
    expect: [401, 403, 403, 200, 401, 403],
  },
  'GET /api/secure-management/seller': { expect: [401, 403, 403, 200, 401, 403] },
  // 409: the seller was not read before.
  'PUT /api/secure-management/seller': {
    body: () => ({ ...aSeller, revision: 7 }),
    expect: [401, 403, 403, 409, 401, 403],
  },
  'GET /api/secure-management/seller/tax': { expect: [401, 403, 403, 200, 401, 403] },
  'PUT /api/secure-management/seller/tax': {
    body: () => ({ tax: null, revision: 7 }),
    expect: [401, 403, 403, 409, 401, 403],
  },
  'GET /api/secure-management/audit': { expect: [401, 403, 403, 200, 401, 403] },
  'GET /api/secure-management/security': { expect: [401, 403, 403, 200, 401, 403] },
  'GET /api/secure-management/security/events': { expect: [401, 403, 403, 200, 401, 403] },
  'GET /api/secure-management/security/sessions': { expect: [401, 403, 403, 200, 401, 403] },
  'GET /api/secure-management/security/staff': { expect: [401, 403, 403, 200, 401, 403] },
  'GET /api/secure-management/security/acts': { expect: [401, 403, 403, 200, 401, 403] },
  'GET /api/secure-management/payouts': { expect: [401, 403, 403, 200, 401, 403] },
  'GET /api/secure-management/payouts/:id': {
    path: () => '/api/secure-management/payouts/987654',
    expect: [401, 403, 403, 404, 401, 403],
  },
  'GET /api/secure-management/referrals': { expect: [401, 403, 403, 200, 401, 403] },
  'GET /api/secure-management/contact-messages': { expect: [401, 403, 403, 200, 401, 403] },
  'GET /api/secure-management/contact-messages/:id': {
    path: () => '/api/secure-management/contact-messages/987654',
    expect: [401, 403, 403, 404, 401, 403],
  },
  'POST /api/secure-management/contact-messages/:id/answer': {
    path: () => '/api/secure-management/contact-messages/987654/answer',
    body: () => ({ answer: 'Thank you' }),
    expect: [401, 403, 403, 404, 401, 403],
  },
  'POST /api/secure-management/contact-messages/:id/close': {
    path: () => '/api/secure-management/contact-messages/987654/close',
    expect: [401, 403, 403, 404, 401, 403],
  },
  'POST /api/secure-management/contact-messages/:id/reopen': {
    path: () => '/api/secure-management/contact-messages/987654/reopen',
    expect: [401, 403, 403, 404, 401, 403],
  },
  'GET /api/secure-management/reviews': { expect: [401, 403, 403, 200, 401, 403] },
  'POST /api/secure-management/reviews/:id/approve': {
    path: () => '/api/secure-management/reviews/987654/approve',
    body: () => ({ revision: 1 }),
    expect: [401, 403, 403, 404, 401, 403],
  },
  'POST /api/secure-management/reviews/:id/reject': {
    path: () => '/api/secure-management/reviews/987654/reject',
    body: () => ({ revision: 1, reason: 'It names a person' }),
    expect: [401, 403, 403, 404, 401, 403],
  },
  'POST /api/secure-management/reviews/:id/answer': {
    path: () => '/api/secure-management/reviews/987654/answer',
    body: () => ({ answer: 'Thank you' }),
    expect: [401, 403, 403, 404, 401, 403],
  },
  'POST /api/secure-management/payouts/run': { expect: [401, 403, 403, 200, 401, 403] },
  'POST /api/secure-management/payouts/:id/paid': {
    path: () => '/api/secure-management/payouts/987654/paid',
    body: () => ({ reference: '0xfeed' }),
    // 404: no such payout; the admin passed the permission check.
    expect: [401, 403, 403, 404, 401, 403],
  },
  'GET /api/secure-management/stats': { expect: [401, 403, 403, 200, 401, 403] },
  'GET /api/secure-management/exports/users.csv': { expect: [401, 403, 403, 200, 401, 403] },
  'GET /api/secure-management/exports/invoices.csv': { expect: [401, 403, 403, 200, 401, 403] },
  'GET /api/secure-management/exports/orders.csv': { expect: [401, 403, 403, 200, 401, 403] },
  'GET /api/secure-management/exports/subscriptions.csv': { expect: [401, 403, 403, 200, 401, 403] },
  'GET /api/secure-management/exports/coupons.csv': { expect: [401, 403, 403, 200, 401, 403] },
  'GET /api/secure-management/exports/referrals.csv': { expect: [401, 403, 403, 200, 401, 403] },
  'GET /api/secure-management/exports/audit.csv': { expect: [401, 403, 403, 200, 401, 403] },
  'GET /api/secure-management/exports/stats.csv': { expect: [401, 403, 403, 200, 401, 403] },
  'GET /api/secure-management/exports/downloaders.csv': {
    // 404: there is no such release.
    path: () => '/api/secure-management/exports/downloaders.csv?release=987654',
    expect: [401, 403, 403, 404, 401, 403],
  },
  'GET /api/recovery/pending-payments': { expect: [401, 403, 403, 200, 401, 403] },
  'POST /api/recovery/run-recovery': { expect: [401, 403, 403, 200, 401, 403] },
  'POST /api/recovery/complete-payment/:id': {
    path: ({ paymentId }) => `/api/recovery/complete-payment/${paymentId}`,
    // 409: the payment is completed; the admin passed the permission check.
    expect: [401, 403, 403, 409, 401, 403],
  },
  'POST /api/recovery/close-payment/:id': {
    path: ({ paymentId }) => `/api/recovery/close-payment/${paymentId}`,
    // 409: the payment is completed; the admin passed the permission check.
    expect: [401, 403, 403, 409, 401, 403],
  },
  'GET /api/recovery/runs': { expect: [401, 403, 403, 200, 401, 403] },
  'POST /api/recovery/reconcile': { expect: [401, 403, 403, 202, 401, 403] },
  'GET /api/recovery/findings': { expect: [401, 403, 403, 200, 401, 403] },
  'POST /api/recovery/findings/:id/repair': {
    path: () => '/api/recovery/findings/987654/repair',
    expect: [401, 403, 403, 404, 401, 403],
  },
  'POST /api/secure-management/recovery/deliver-product': {
    body: ({ owner, productId }) => ({ userId: owner.id, productId, email: owner.email }),
    expect: [401, 403, 403, 200, 401, 403],
  },
  'POST /api/secure-management/recovery/resend-email/:userId/:productId': {
    path: ({ owner, productId }) => `/api/secure-management/recovery/resend-email/${owner.id}/${productId}`,
    expect: [401, 403, 403, 200, 401, 403],
  },
  'GET /api/secure-management/emergency-links': { expect: [401, 403, 403, 200, 401, 403] },
  'POST /api/secure-management/emergency-links': {
    body: () => ({ reason: 'The account of a buyer is lost' }),
    expect: [401, 403, 403, 201, 401, 403],
  },
  'POST /api/secure-management/emergency-links/:id/revoke': {
    path: () => '/api/secure-management/emergency-links/987654/revoke',
    expect: [401, 403, 403, 404, 401, 403],
  },
  // 403 for all: the key is made up. Only a valid key counts, not the session.
  'POST /api/emergency/open': {
    body: () => ({ special_key: 'made-up' }),
    expect: [403, 403, 403, 403, 403, 403],
  },
  'POST /api/emergency/check': {
    body: () => ({ special_key: 'made-up' }),
    expect: [403, 403, 403, 403, 403, 403],
  },
  'GET /ws': { headers: async () => ({ upgrade: 'websocket' }), expect: [401, 101, 101, 101, 401, 403] },
}

const routes = [
  ...new Set(
    allRoutes.filter(({ method }) => method !== 'ALL').map(({ method, path }) => `${method} ${path}`),
  ),
]

const BOUGHT = [
  'paymentId',
  'orderReference',
  'productId',
  'deliveryId',
  'licence',
] as const satisfies (keyof World)[]
const EVERYTHING: ReadonlySet<string> = new Set(['subscriptionId', ...BOUGHT])

/** The parts of the world that a row uses. A purchase takes long, so a row that uses none gets a world without one. */
function namedBy({ path, body, about }: Case): ReadonlySet<string> {
  const named = new Set<string>(about === undefined ? [] : [about])
  const recorder = new Proxy({} as World, {
    get: (_, name) => {
      named.add(String(name))
      return {}
    },
  })
  path?.(recorder)
  body?.(recorder)
  return named
}

async function aWorld(named = EVERYTHING) {
  const [owner, stranger, admin, expired] = [
    await aUser(),
    await aUser(),
    await aUser({ admin: true }),
    await aUser(),
  ]
  await env.DB.prepare('UPDATE sessions SET expire = 1 WHERE user_id = ?').bind(expired.id).run()
  const subscriptionId = named.has('subscriptionId') ? await aSubscriptionOf(owner) : 0
  const session = (await owner.sessionId()).slice(0, 16)
  const isBought = BOUGHT.some((name) => named.has(name))
  const unsubscribe = await signUnsubscribe({ subscriberId: 1 }, env.LINK_SIGNING_KEY)
  const world: World = {
    ...(isBought ? await aPurchaseOf(owner) : NOTHING_BOUGHT),
    subscriptionId,
    unsubscribe,
    owner,
    session,
  }
  const browsers: Record<Actor, Client> = {
    visitor: visitor(),
    stranger,
    owner,
    admin,
    expired,
    foreign: owner,
    demoted: await aDemoted(),
  }
  return { world, browsers }
}

type Purchase = Pick<World, (typeof BOUGHT)[number]>
const NOTHING_BOUGHT: Purchase = {
  paymentId: 0,
  orderReference: '',
  productId: 0,
  deliveryId: 0,
  licence: { id: 0, key: '', device: 0 },
}

async function aSubscriptionOf(owner: SignedIn): Promise<number> {
  const monthly = await aProduct({ isSubscription: true })
  await bought(owner, monthly.id, 'subscription')
  const subscription = await env.DB.prepare('SELECT id FROM subscriptions WHERE user_id = ?')
    .bind(owner.id)
    .first<{ id: number }>()
  return subscription?.id ?? 0
}

async function aPurchaseOf(owner: SignedIn): Promise<Purchase> {
  const product = await aProduct()
  const { paymentId } = await bought(owner, product.id)
  const mail = await env.DB.prepare(
    "UPDATE email_deliveries SET status = 'sent' WHERE payment_id = ? RETURNING id",
  )
    .bind(paymentId)
    .first<{ id: number }>()
  const issued = await env.DB.prepare(
    `SELECT l.id, l.licence_key AS key FROM licences l JOIN user_scripts g ON g.id = l.grant_id WHERE g.payment_id = ?`,
  )
    .bind(paymentId)
    .first<{ id: number; key: string }>()
  const licence = { id: issued?.id ?? 0, key: issued?.key ?? '', device: 0 }
  const call = { licenceKey: licence.key, product: product.id, deviceId: 'device-of-the-owner' }
  await visitor().post('/api/licences/activate', call)
  const placed = await env.DB.prepare('SELECT id FROM activations WHERE licence_id = ?')
    .bind(licence.id)
    .first<{ id: number }>()
  licence.device = placed?.id ?? 0
  const order = await env.DB.prepare('SELECT order_reference AS reference FROM payments WHERE id = ?')
    .bind(paymentId)
    .first<{ reference: string }>()
  return {
    paymentId,
    orderReference: order?.reference ?? '',
    productId: product.id,
    deliveryId: mail?.id ?? 0,
    licence,
  }
}

/** A former admin: the account made an admin request in this session and was then demoted. */
async function aDemoted(): Promise<Client> {
  const demoted = await aUser({ admin: true })
  expect((await demoted.get('/api/secure-management/audit')).status).toBe(200)
  await env.DB.prepare('UPDATE users SET is_admin = 0 WHERE id = ?').bind(demoted.id).run()
  return demoted
}

let shared: ReturnType<typeof aWorld> | undefined
/** One world for all rows that change nothing, built once. */
const sharedWorld = () => {
  shared ??= aWorld()
  return shared
}

/** True for a row that only reads, or that refuses everyone with a session. */
const changesNothing = (route: string, { expect: [, ...wanted] }: Case) =>
  (route.startsWith('GET ') && route !== 'GET /api/test-notification') ||
  wanted.every((status) => status >= 400)

/** A request without body and content type: the permission is checked before either of them. */
const bodyless = (method: string) => (method === 'GET' ? undefined : '')

// spec: permissions
// invariant: own-data-only
test('the matrix lists every route of the API and nothing else', () => {
  expect(routes.toSorted()).toEqual(Object.keys(MATRIX).toSorted())
})

const OTHER_ORIGINS = ['null', 'https://evil.test', 'http://shop.test.evil.test', 'http://evil.shop.test']

/** The most round trips to the database before any answer of a route, from `Server-Timing`. */
const trips = new Map<string, number>()

/** A queue that was faster, or fewer rows of other tests, save some. */
const FEWER_TRIPS = 3

describe('permissions', () => {
  test.each(Object.entries(MATRIX))('%s', async (route, row) => {
    const { path, body, headers, expect: wanted } = row
    const { world, browsers } = await (changesNothing(route, row) ? sharedWorld() : aWorld(namedBy(row)))
    const [method = '', pattern = ''] = route.split(' ')
    const target = path?.(world) ?? pattern
    const got: number[] = []
    for (const actor of [...ACTORS, 'demoted'] as const) {
      // A fresh copy, so that a login or logout of one does not end the next one's session.
      const browser = actor === 'visitor' ? visitor() : browsers[actor].again()
      const origin = actor === 'foreign' ? 'https://evil.test' : 'http://shop.test'
      const all = { origin, 'content-type': 'application/json', ...(await headers?.(world)) }
      const sent = method === 'GET' ? undefined : JSON.stringify((await body?.(world)) ?? {})
      const response = await browser.fetch(method, target, all, sent)
      got.push(response.status)
      const [, count = '0'] = /trips: (\d+)/.exec(response.headers.get('server-timing') ?? '') ?? []
      trips.set(route, Math.max(trips.get(route) ?? 0, Number(count)))
      response.webSocket?.accept()
      response.webSocket?.close()
      if (response.status < 400 || response.status === 101) continue
      const text = await response.text()
      expect(JSON.parse(text), actor).toMatchObject({ success: false, message: expect.any(String) })
      expect(text).not.toMatch(/SELECT|INSERT|sqlite|D1_|at .*\.ts|stack/i)
    }
    const [, stranger] = wanted
    expect(got).toEqual([...wanted, stranger])
  })

  test('docs/performance.md has the round trips of every route', () => {
    const written = new Map(
      [...performanceGuide.matchAll(/^\| `(\w+ \/\S+)` \| (\d+) \|$/gm)].map(
        ([, route = '', count]) => [route, Number(count)] as const,
      ),
    )
    const outdated = [...trips].filter(([route, count]) => {
      const figure = written.get(route) ?? -1
      return count > figure || count < figure - FEWER_TRIPS
    })
    expect(outdated.map(([route, count]) => `| \`${route}\` | ${count} |`)).toEqual([])
    expect([...written.keys()].filter((route) => !routes.includes(route))).toEqual([])
  })

  // spec: permissions-admin
  test('everything below the admins’ paths is closed to others before the body is read, and no admin-only route is elsewhere', async () => {
    const { browsers } = await sharedWorld()
    const { visitor: nobody, stranger, owner, demoted, expired, admin } = browsers
    const forAdmins = routes.filter(isForAdmins)
    expect(forAdmins.length).toBeGreaterThan(20)
    for (const route of forAdmins) {
      const [method = '', pattern = ''] = route.split(' ')
      const path = pattern.replace(/:\w+(\{[^}]*\})?/g, '1')
      const got = async (who: Client, headers: Record<string, string> = {}) =>
        (await who.again().fetch(method, path, { origin: 'http://shop.test', ...headers }, bodyless(method)))
          .status
      const said = [
        await got(nobody),
        await got(expired),
        await got(stranger),
        await got(owner),
        await got(demoted),
      ]
      expect(said, route).toEqual([401, 401, 403, 403, 403])
      // A request from a page of another site is refused for an admin too.
      if (method !== 'GET') expect(await got(admin, { origin: 'https://evil.test' }), route).toBe(403)
    }
    const elsewhere = Object.entries(MATRIX).filter(
      ([
        route,
        {
          expect: [, customer, buyer, boss],
        },
      ]) => customer === 403 && buyer === 403 && boss !== 403 && !isForAdmins(route),
    )
    expect(elsewhere.map(([route]) => route)).toEqual([])
  })

  test('every route for admins has a rule, and each rule is of such a route', () => {
    const ruled = [...ADMIN_RULES.keys()].toSorted()
    expect(routes.filter(isForAdmins).toSorted()).toEqual(ruled)
    expect(leastRole([{ method: 'GET', path: '/api/secure-management/new' }])).toBe('owner')
  })

  // spec: permissions-admin
  test('each role is refused on every route above it before the body is read, and passes on every other route', async () => {
    const staff = await Promise.all(STAFF_ROLES.map((admin) => aUser({ admin })))
    const unexpected: string[] = []
    for (const [route, least] of ADMIN_RULES) {
      const [method = '', pattern = ''] = route.split(' ')
      // No such row, and a wrong content type: who passes gets 400, 404, 409 or 415, or a list.
      const path = pattern.replace(/:key\b/g, 'no:key').replace(/:\w+/g, '987654')
      for (const [rank, role] of STAFF_ROLES.entries()) {
        const may = hasRole(role, least)
        const headers = { origin: 'http://shop.test', 'content-type': 'text/plain' }
        const answer = await staff[rank]?.again().fetch(method, path, headers, bodyless(method))
        const body = await answer?.text()
        const isRefused = answer?.status === 403 && body?.includes('Your role does not allow this')
        if (isRefused === may) unexpected.push(`${role} ${route} ${answer?.status}`)
      }
    }
    expect(unexpected).toEqual([])
    expect(ADMIN_RULES.size).toBeGreaterThan(100)
  })

  test('the admins’ live screen is for managers and owners', async () => {
    for (const role of STAFF_ROLES) {
      const member = await aUser({ admin: role })
      const socket = await connectStaff(member)
      socket.say({ type: 'admin-init', userId: member.id, isAdmin: true })
      const types = () => socket.came.map(({ type }): string => type)
      await until(() => socket.closed !== null || types().includes('admin-stats'))
      if (role === 'support') expect(socket.closed).toEqual({ code: 1008, reason: 'not your role' })
      else expect(socket.closed, role).toBeNull()
      expect(types().includes('admin-stats'), role).toBe(role !== 'support')
      socket.close()
    }
  })

  // spec: permissions
  test('no actor gets a 2xx on a route that is not theirs, from any origin', async () => {
    const { world } = await sharedWorld()
    const closed = await aUser()
    const revoked = await aUser()
    const expired = await aUser()
    const confirmed = await aUser()
    await env.DB.batch([
      env.DB.prepare('UPDATE users SET deactivated_at = 1 WHERE id = ?').bind(closed.id),
      env.DB.prepare('DELETE FROM sessions WHERE user_id = ?').bind(revoked.id),
      env.DB.prepare('UPDATE sessions SET expire = 1 WHERE user_id = ?').bind(expired.id),
      env.DB.prepare('UPDATE users SET email_verified_at = 1 WHERE id = ?').bind(confirmed.id),
    ])
    /** The column of MATRIX that an actor is answered like; staff on their own routes are checked elsewhere. */
    const actors: [name: string, browser: Client, column: number][] = [
      ['visitor', visitor(), 0],
      ['deactivated', closed, 0],
      ['revoked session', revoked, 0],
      ['expired session', expired, 0],
      ['unconfirmed customer', await aUser(), 1],
      ['other customer', confirmed, 1],
      ['admin without the required factor', await aUser({ admin: true, bindings: required }), 1],
      ['support', await aUser({ admin: 'support' }), 1],
      ['manager', await aUser({ admin: 'manager' }), 1],
      ['owner', await aUser({ admin: 'owner' }), 1],
    ]
    const unexpected: string[] = []
    let asked = 0
    const tried = async (route: string, [name, browser]: (typeof actors)[number], origin: string) => {
      const row = MATRIX[route] as Case
      const [method = '', pattern = ''] = route.split(' ')
      const headers = { origin, 'content-type': 'application/json', ...(await row.headers?.(world)) }
      const sent = method === 'GET' ? undefined : JSON.stringify((await row.body?.(world)) ?? {})
      const response = await browser.again().fetch(method, row.path?.(world) ?? pattern, headers, sent)
      response.webSocket?.accept()
      response.webSocket?.close()
      await response.body?.cancel()
      asked++
      if (response.status < 400 || response.status >= 500)
        unexpected.push(`${name} from ${origin || 'no origin'}: ${route} ${response.status}`)
    }
    for (const [route, { expect: wanted }] of Object.entries(MATRIX)) {
      const isUnsafe = !route.startsWith('GET ') || route === 'GET /ws'
      const guarded = isUnsafe && wanted[5] === 403
      for (const actor of actors) {
        const [name, , column] = actor
        const rule = ADMIN_RULES.get(route)
        // Without a rule the route is for each member of staff whom MATRIX lets in as an admin.
        const isStaffRoute = STAFF_ROLES.some(
          (role) => role === name && (rule ? hasRole(role, rule) : (wanted[3] ?? 0) < 400),
        )
        // Where the actor may call the route, MATRIX and the test of the roles say what they get.
        if ((wanted[column] ?? 0) >= 400 && !isStaffRoute) await tried(route, actor, 'http://shop.test')
        if (!guarded) continue
        // In `npm test` one of them for each route and actor, in turn.
        const first = asked % OTHER_ORIGINS.length
        const others = [...OTHER_ORIGINS.slice(first), ...OTHER_ORIGINS.slice(0, first)]
        for (const origin of someOf(others)) await tried(route, actor, origin)
      }
    }
    expect(unexpected).toEqual([])
    expect(asked).toBeGreaterThan(sized(2000, 4000))
  }, 300_000)

  test('another user’s payment and a payment that does not exist get the same answer', async () => {
    const { world, browsers } = await sharedWorld()
    const foreign = await browsers.stranger.get(`/api/payment/${world.paymentId}`)
    const absent = await browsers.stranger.get('/api/payment/987654')
    expect([foreign.status, foreign.text]).toEqual([absent.status, absent.text])
  })

  test('an unknown route answers 404 for every method, and a webhook signature opens no other route', async () => {
    for (const [method, path] of [
      ['GET', '/api/nothing'],
      ['GET', '/api/secure-management'],
      ['DELETE', '/api/products/2'],
      ['PUT', '/api/auth/me'],
      ['GET', '/api/payment/create/x'],
      ['POST', '/api/webhooks/unknown'],
      ['GET', '/api/webhooks/stripe'],
      ['OPTIONS', '/api/payment/create'],
      ['HEAD', '/api/nothing'],
    ] as const) {
      const response = await visitor().fetch(method, path)
      expect(response.status, `${method} ${path}`).toBe(404)
      expect(response.headers.get('access-control-allow-origin')).toBeNull()
    }
    // A signature is no session: a signed body opens no other route.
    const { payload, header } = await sign('{}')
    const signed = { 'stripe-signature': header, origin: '', 'content-type': 'application/json' }
    expect((await visitor().fetch('POST', '/api/payment/create', signed, payload)).status).toBe(403)
  })

  test('another spelling of an admins’ path is refused and answered like the path', async () => {
    const [customer, admin] = [await aUser(), await aUser({ admin: true })]
    for (const [path, found] of [
      ['/api/secure%2Dmanagement/audit', 200],
      ['/api/%72ecovery/runs', 200],
      ['/api/recovery', 404],
    ] as const) {
      const got = await Promise.all([visitor(), customer, admin].map((who) => who.fetch('GET', path)))
      expect(
        got.map(({ status }) => status),
        path,
      ).toEqual([401, 403, found])
    }
  })

  test('every unsafe route without a signature or key refuses a request that no page of ours sent', async () => {
    const { world, browsers } = await sharedWorld()
    const proven = /\/webhooks\/|\/email\/unsubscribe$|^POST \/api\/licences\//
    const unsafe = routes.filter((route) => !/^(GET|HEAD) /.test(route) && !proven.test(route))
    expect(unsafe.length).toBeGreaterThanOrEqual(5)
    for (const route of unsafe) {
      const [method = '', pattern = ''] = route.split(' ')
      const path = MATRIX[route]?.path?.(world) ?? pattern
      const senders: Record<string, string>[] = [
        { origin: '' },
        { origin: 'null' },
        { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' },
        { origin: '', 'sec-fetch-site': 'same-site' },
        { origin: '', 'sec-fetch-site': 'none' },
        { origin: 'http://shop.test.evil.test', 'content-type': 'text/plain' },
      ]
      for (const headers of senders) {
        const response = await browsers.admin.again().fetch(method, path, headers, '{}')
        expect(response.status, `${route} ${JSON.stringify(headers)}`).toBe(403)
      }
    }
    expect((await browsers.admin.get('/api/auth/me')).status).toBe(200)
  })

  // spec: pricing-crypto-links
  test('an invalid PAYMENT_LINKS setting answers 503, and crypto pay pages are listed only with a crypto provider', async () => {
    const without = { ...env, CRYPTO_PROVIDER: '', ...withoutCrypto }
    const links = (PAYMENT_LINKS: string) => visitor({ ...without, PAYMENT_LINKS }).get('/api/payment/links')
    const premium = { card: 'https://pay.example/p', crypto: 'https://coins.example/p' }
    const answer = await links(JSON.stringify({ premium, lifetime: { crypto: 'https://coins.example/m' } }))
    expect([answer.status, answer.data]).toEqual([
      200,
      { premium: { card: 'https://pay.example/p' }, lifetime: {} },
    ])
    expect(answer.headers.get('cache-control')).toMatch(/^public, max-age=\d+$/)
    const PAYMENT_LINKS = JSON.stringify({ premium })
    const back = `success_url=${encodeURIComponent(`${env.PUBLIC_URL}/dashboard?payment=complete`)}`
    // A crypto provider that takes no new payments counts too: its webhooks still arrive.
    for (const bindings of [env, { ...env, CRYPTO_PROVIDER: '' }])
      expect((await visitor({ ...bindings, PAYMENT_LINKS }).get('/api/payment/links')).data).toEqual({
        premium: { ...premium, crypto: `${premium.crypto}?${back}` },
      })
    expect((await links('')).data).toEqual({})
    for (const wrong of ['{', '[]', '{"gold":{}}', '{"premium":{"card":"javascript:alert(1)"}}'])
      expect((await links(wrong)).status, wrong).toBe(503)
  })

  test('a missing or too short setting answers 503, and the answer does not name the setting', async () => {
    const bindings = { ...env, STRIPE_WEBHOOK_SECRET: '', PASSWORD_PEPPER: 'short' }
    const answer = await visitor(bindings).get('/api/products')
    expect([answer.status, answer.message]).toEqual([503, 'The shop is not fully configured yet.'])
    expect(answer.text).not.toMatch(/STRIPE|PEPPER/)
  })
})

describe('a deployment', () => {
  const deployed = {
    ...aDeployment,
    ASSETS: { fetch: async () => new Response('the shell') } as unknown as Fetcher,
  }

  test('answers 404 for the sandbox’s pages and 503 with an http PUBLIC_URL', async () => {
    for (const path of ['/sandbox', '/sandbox/faults.json', '/sandbox/mail.json'])
      expect((await visitor(deployed).fetch('GET', path)).status).toBe(404)
    const insecure = await visitor({ ...deployed, PUBLIC_URL: 'http://shop.example' }).get('/api/products')
    expect(insecure.status).toBe(503)
    expect((await visitor(deployed).get('/api/products')).status).toBe(200)
    // 120 s: the first page loads the code of all pages, which the test server has to transform.
  }, 120_000)

  test('lets a page load Cloudflare’s widget only where Turnstile is configured', async () => {
    const policy = "default-src 'self'; script-src 'self' 'sha256-x'; style-src 'self'"
    const headers = { 'content-security-policy': policy }
    const policyOf = async (vars: object) => {
      // Each deployment has its own, and an isolate reads them once.
      const ASSETS = { fetch: async () => Response.json(SHELL, { headers }) } as unknown as Fetcher
      const page = await visitor({ ...deployed, ASSETS, ...vars }).fetch('GET', '/auth', {
        accept: 'text/html',
      })
      return page.headers.get('content-security-policy')
    }
    expect(await policyOf({})).toBe(policy)
    expect(await policyOf({ TURNSTILE_SITE_KEY: 'a', TURNSTILE_SECRET_KEY: 'b' })).toBe(
      "default-src 'self'; script-src 'self' https://challenges.cloudflare.com 'sha256-x'; style-src 'self'; frame-src https://challenges.cloudflare.com",
    )
  }, 120_000)

  test('answers 503 with a secret that is published in the repository', async () => {
    const local = {
      COINBASE_KEY_ID: 'local-only-coinbase-key',
      COINBASE_KEY_SECRET:
        'local+only+coinbase+key+local+only+coinbasdPGmEOlsF+S6RciZkJMx9z+MpzT5mUTW4QQg5G1pHguw==',
      COINBASE_WEBHOOK_SECRET: 'local-only-coinbase-webhook',
      BTCPAY_API_KEY: 'local-only-btcpay-key',
      BTCPAY_WEBHOOK_SECRET: 'local-only-btcpay-webhook',
      RESEND_WEBHOOK_SECRET: 'whsec_local+only+resend+webhook+secret',
    }
    for (const [name, value] of Object.entries(local))
      expect((await visitor({ ...deployed, [name]: value }).get('/api/products')).status, name).toBe(503)
    for (const name of ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'RESEND_API_KEY'] as const) {
      expect((await visitor({ ...deployed, [name]: env[name] }).get('/api/products')).status, name).toBe(503)
    }
    const lease = { ...deployed, LEASE_SIGNING_KEY: `local-only-${env.LEASE_SIGNING_KEY}` }
    expect((await visitor(lease).get('/api/products')).status).toBe(503)
    for (const name of ['PASSWORD_PEPPER', 'LINK_SIGNING_KEY'] as const) {
      const published = { ...deployed, [name]: `local-only-${'x'.repeat(32)}` }
      expect((await visitor(published).get('/api/products')).status, name).toBe(503)
    }
  })

  test('keeps its session in a cookie for its own host, over https only, hidden from scripts', async () => {
    const browser = visitor(deployed)
    const refused = await browser.post('/api/auth/register', form())
    expect(refused.status).toBe(403)
    const created = await browser.post('/api/auth/register', form(), { origin: 'https://shop.example' })
    expect(created.status).toBe(201)
    const cookie = created.headers.getSetCookie().find((one) => one.startsWith('__Host-session=')) ?? ''
    for (const part of ['Secure', 'HttpOnly', 'Path=/', 'SameSite=Lax']) expect(cookie).toContain(part)
    expect(cookie).not.toContain('Domain')
    expect((await browser.get('/api/auth/me')).status).toBe(200)
    const bare = visitor(deployed)
    bare.cookies.set('session', browser.cookies.get('__Host-session') ?? '')
    expect((await bare.get('/api/auth/me')).status).toBe(401)
  })

  test('gives every cookie the prefix __Host-, Secure and the whole host as its path', async () => {
    const browser = visitor(deployed)
    const { username, ...fields } = form()
    const origin = 'https://shop.example'
    const answers = [
      await browser.post('/api/auth/register', { username, ...fields }, { origin }),
      await browser.post('/api/auth/logout', {}, { origin }),
      await browser.post('/api/auth/login', { username, password: fields.password }, { origin }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([201, 200, 200])
    const set = answers.flatMap(({ headers }) => headers.getSetCookie())
    const names = new Set(set.map((cookie) => cookie.split('=')[0]))
    expect(names).toEqual(new Set(['__Host-session', '__Host-signed_in', '__Host-known_device']))
    for (const cookie of set) {
      expect(cookie).toMatch(/; Secure(;|$)/)
      expect(cookie).toMatch(/; Path=\/(;|$)/)
      expect(cookie).not.toMatch(/Domain/i)
    }
  })
})
