import { MINUTE } from '#shared/core/time.ts'

/** A proof of identity counts for this long. */
export const AUTHENTICATED_FOR_MS = 10 * MINUTE

type Device = { ip: string | null; userAgent: string | null }
type Proof = { authenticatedAt: number; authenticatedFrom: Device }

/**
 * Whether the last proof in this session is recent, and network or browser are still those of that proof. One of them
 * changes for an honest user (a phone changes networks, a browser is updated); both at once look like a stolen session.
 */
export function isRecentlyAuthenticated(
  { authenticatedAt, authenticatedFrom: from }: Proof,
  here: Device,
  now: number,
): boolean {
  const isElsewhere = networkOf(from.ip) !== networkOf(here.ip) && from.userAgent !== here.userAgent
  return now - authenticatedAt < AUTHENTICATED_FOR_MS && !isElsewhere
}

/** The /24 of an IPv4 address. An IPv6 address is stored as its /64 already. */
const networkOf = (ip: string | null) =>
  ip === null || ip.includes(':') ? ip : ip.split('.').slice(0, 3).join('.')

/**
 * The admin routes that need a recent proof of identity: money, files, personal data and roles. Coupons and
 * changes of a product need it for some bodies only: see their routes.
 */
export const ADMIN_STEP_UP: ReadonlySet<string> = new Set([
  'POST /api/secure-management/releases/:id/publish',
  'POST /api/secure-management/releases/:id/promote',
  'POST /api/secure-management/releases/:id/recall',
  'PATCH /api/secure-management/products/:id/price',
  'DELETE /api/secure-management/products/:id',
  'DELETE /api/secure-management/releases/:id',
  'POST /api/secure-management/refunds/:id/approve',
  'POST /api/secure-management/payments/:id/refund',
  'POST /api/secure-management/users/:id/grants',
  'POST /api/secure-management/users/:id/end-sessions',
  'POST /api/secure-management/recovery/deliver-product',
  'POST /api/recovery/complete-payment/:id',
  'DELETE /api/secure-management/users/:id',
  'POST /api/secure-management/users/:id/deactivate',
  'POST /api/secure-management/subscriptions/:id/cancel',
  'POST /api/secure-management/users/:id/promote',
  'POST /api/secure-management/users/:id/demote',
  'POST /api/secure-management/users/:id/remove-factors',
  'POST /api/secure-management/emergency-links',
  'POST /api/secure-management/payouts/run',
  'POST /api/secure-management/payouts/:id/paid',
  'PUT /api/secure-management/seller',
  'PUT /api/secure-management/seller/tax',
  'POST /api/secure-management/publisher-keys',
  'POST /api/secure-management/publisher-keys/:id/confirm',
  'POST /api/secure-management/publisher-keys/:id/remove',
  'POST /api/secure-management/publisher-keys/:id/keep',
])

export const needsStepUp = (routes: readonly { method: string; path: string }[]): boolean =>
  routes.some(
    ({ method, path }) =>
      ADMIN_STEP_UP.has(`${method} ${path}`) ||
      (method !== 'ALL' && path.startsWith('/api/secure-management/exports/')),
  )
