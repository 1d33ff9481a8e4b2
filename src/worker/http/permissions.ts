import type { Context, MiddlewareHandler } from 'hono'
import { Problem } from '../core/problem.ts'
import type { AppEnv } from './app-env.ts'
import { requireViewer } from './session.ts'

/** Responds 401 without a session, before the body is read. */
export const signedIn: MiddlewareHandler<AppEnv> = async (c, next) => {
  await requireViewer(c)
  await next()
}

/** 401 without a session, 403 without the role. */
export const adminOnly: MiddlewareHandler<AppEnv> = async (c, next) => {
  const viewer = await requireViewer(c)
  if (!viewer.isAdmin) throw denied()
  await next()
}

/**
 * Checks the session again after a body that may have taken minutes to arrive: 401 where the session has ended, 403
 * where an admin was demoted. Does nothing where no session was loaded before the body.
 */
export async function requireStill(c: Context<AppEnv>): Promise<void> {
  const before = c.get('viewer')
  if (!before) return
  c.set('viewer', undefined)
  const viewer = await requireViewer(c)
  if (before.isAdmin && !viewer.isAdmin) throw denied()
}

const denied = () => new Problem(403, 'Access denied')
