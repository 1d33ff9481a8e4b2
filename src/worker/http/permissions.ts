import type { Context, MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import { hasRole } from '#shared/core/staff-roles.ts'
import { FACTOR_PROBLEMS } from '#shared/factors/contract.ts'
import { Problem, type SecurityEvent } from '../core/problem.ts'
import { isDatabaseDown } from '../db/database-down.ts'
import { leastRole } from './admin-rules.ts'
import type { AppEnv } from './app-env.ts'
import { requireRecentlyAuthenticated } from './recently-authenticated.ts'
import { hasSessionCookie, notSignedIn, requireViewer } from './session.ts'
import { needsStepUp } from './step-up-rules.ts'

/** Responds 401 without a session, before the body is read. */
export const signedIn: MiddlewareHandler<AppEnv> = async (c, next) => {
  await requireViewer(c)
  await next()
}

/**
 * As `signedIn`, for a handler whose first round trip looks up the session (`viewerBatch`). Where it did not come to that,
 * as with a body that is not valid, the session is looked up after it: 401 is the answer before every other one.
 * @throws Error where the handler succeeded without a session
 */
export const signedInByBatch: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (!hasSessionCookie(c)) throw notSignedIn()
  await next()
  if (c.get('viewer') !== undefined) return
  if (c.res.ok) throw new Error('The handler did not look up the session')
  // The look-up was sent and not answered. Another one would be a second wait for the same answer.
  if (isDatabaseDown(c.error)) return
  await requireViewer(c)
}

/** 401 without a session, 403 without the role that `admin-rules.ts` asks for on this route. */
export const adminOnly: MiddlewareHandler<AppEnv> = async (c, next) => {
  const viewer = await requireViewer(c)
  if (viewer.needsFactor) throw secondFactorRequired()
  if (!viewer.isAdmin) throw denied()
  if (!hasRole(viewer.staffRole, leastRole(matchedRoutes(c)))) throw notYourRole()
  if (needsStepUp(matchedRoutes(c))) await requireRecentlyAuthenticated(c)
  await next()
}

/**
 * Checks the session again after a body that may have taken minutes to arrive: 401 where the session has ended, 403
 * where an admin was demoted or got a lesser role. Does nothing where no session was loaded before the body.
 */
export async function requireStill(c: Context<AppEnv>): Promise<void> {
  const before = c.get('viewer')
  if (!before) return
  c.set('viewer', undefined)
  const viewer = await requireViewer(c)
  if (before.staffRole !== null && !hasRole(viewer.staffRole, before.staffRole)) throw denied()
}

const refusedFor = (detail: string): SecurityEvent => ({ kind: 'admin_refused', detail })

const secondFactorRequired = () =>
  new Problem(403, 'Set up a second factor in your profile first. This shop requires it of its admins.', {
    data: { code: FACTOR_PROBLEMS.secondFactorRequired },
    event: refusedFor('no second factor'),
  })

const denied = () => new Problem(403, 'Access denied', { event: refusedFor('not staff') })

/** Refuses a member of staff whose role is too low for the route. */
export const notYourRole = () =>
  new Problem(403, 'Your role does not allow this. Ask an owner of the shop.', { event: refusedFor('role') })
