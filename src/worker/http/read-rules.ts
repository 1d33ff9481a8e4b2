/**
 * Where a route reads, as D1's Sessions API names it. Without read replication both are the primary.
 * - `first-unconstrained`: anywhere. What it reads may be seconds old.
 * - `first-primary`: the first query, which is the look-up of the login, at the primary; the others at any replica that
 *   has everything the primary had then. So it sees all that the account did before the request, in any browser, and
 *   what queues and webhooks wrote before they notified the page.
 */
type ReadRule = 'first-unconstrained' | 'first-primary'

/**
 * All routes that may read from a replica. Every other one uses the primary alone: those about money, access, licences
 * and security, the public log, whose files must fit its checkpoint, and the back office.
 */
const ROUTES: Record<ReadRule, readonly string[]> = {
  // Public, and never with a login: `open-database.test.ts` checks that they do not look it up. The catalogue itself is
  // answered from memory (067), which is read at the primary.
  'first-unconstrained': [
    'GET /api/shop',
    'GET /api/products/:id/scan',
    'GET /api/products/:id/reviews',
    'GET /api/reviews/latest',
  ],
  'first-primary': [
    'GET /api/my-products',
    'GET /api/user/purchases',
    'GET /api/user/subscriptions',
    'GET /api/user/downloads',
    'GET /api/user/referrals',
    'GET /api/user/referral-stats',
    'GET /api/user/reviews/:id',
    'GET /api/contracts',
    'GET /api/recalls',
  ],
}

export const READ_RULES: ReadonlyMap<string, ReadRule> = new Map(
  (['first-unconstrained', 'first-primary'] as const).flatMap((rule) =>
    ROUTES[rule].map((route) => [route, rule]),
  ),
)

/** The rule of these routes, all of which match a request. Null, the primary alone, where one of them has no rule. */
export function readRule(routes: readonly { method: string; path: string }[]): ReadRule | null {
  const rules = routes
    .filter(({ method }) => method !== 'ALL')
    .map(({ method, path }) => READ_RULES.get(`${method} ${path}`))
  const [first = null] = rules
  return rules.every((rule) => rule === first) ? first : null
}
