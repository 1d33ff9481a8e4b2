import type { Context, MiddlewareHandler } from 'hono'
import { FACTOR_PROBLEMS } from '#shared/factors/contract.ts'
import { Problem } from '../core/problem.ts'
import type { AppEnv, Viewer } from './app-env.ts'
import { clientIp } from './client-ip.ts'
import { requireViewer } from './session.ts'
import { isRecentlyAuthenticated } from './step-up-rules.ts'

/** The address and browser of a request, as sessions store them. */
export const deviceOf = (c: Context<AppEnv>) => ({
  ip: clientIp(c),
  userAgent: c.req.header('user-agent')?.slice(0, 300) ?? null,
})

/** For a route whose call must follow a proof of identity within minutes: else 403 `reauthenticate`. */
export const recentlyAuthenticated: MiddlewareHandler<AppEnv> = async (c, next) => {
  await requireRecentlyAuthenticated(c)
  await next()
}

/**
 * For a route that asks for the password itself. That is enough for an account without a second factor; with one, the
 * call must follow a proof of identity, else 403 `reauthenticate`.
 */
export const factorRecentlyProved: MiddlewareHandler<AppEnv> = async (c, next) => {
  if ((await requireViewer(c)).hasFactor) await requireRecentlyAuthenticated(c)
  await next()
}

/** The same as `recentlyAuthenticated` for a route that needs it only for some bodies. @throws Problem 401, 403 */
export async function requireRecentlyAuthenticated(c: Context<AppEnv>): Promise<Viewer> {
  const viewer = await requireViewer(c)
  if (isRecentlyAuthenticated(viewer, deviceOf(c), Date.now())) return viewer
  throw new Problem(403, 'Confirm that it is you, then try again.', {
    data: { code: FACTOR_PROBLEMS.reauthenticate },
    event: { kind: 'step_up_refused' },
  })
}
