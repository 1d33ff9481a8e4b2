/**
 * The routes that may read from any replica (`first-unconstrained` in D1's Sessions API), which may be seconds behind:
 * public ones that never look up a login, as `open-database.test.ts` checks. Every other route reads at the primary. The
 * catalogue itself is answered from memory (067), which is read at the primary.
 */
export const REPLICA_ROUTES: ReadonlySet<string> = new Set([
  'GET /api/shop',
  'GET /api/products/:id/scan',
  'GET /api/products/:id/reviews',
  'GET /api/reviews/latest',
])

/** True where each of these routes, all of which match a request, may read from a replica. */
export function mayReadReplica(routes: readonly { method: string; path: string }[]): boolean {
  const matched = routes.filter(({ method }) => method !== 'ALL')
  return matched.length > 0 && matched.every(({ method, path }) => REPLICA_ROUTES.has(`${method} ${path}`))
}
