import { Problem } from '../../core/problem.ts'
import { refusedBy } from '../../db/client.ts'
import type { Viewer } from '../../http/app-env.ts'
import type { CoreDeps } from '../../http/shop-deps.ts'
import { commitAndDispatch } from '../notifications/dispatch-outbox.ts'
import { type Device, type NewSession, prepareReplacement } from './start-session.ts'
import { findById, findSession } from './store.ts'
import { endSessions, only, requireSession } from './writes.ts'

/**
 * Logs out every other device at once. This browser goes on in a new session, so that a copy of its cookie ends too.
 * @throws Problem 401 where the account or this session has ended meanwhile
 */
export async function endOtherSessions(
  deps: CoreDeps,
  viewer: Viewer,
  device: Device,
  now: number,
): Promise<NewSession> {
  const { db } = deps
  const account = await findById(db, viewer.id)
  if (!account) throw new Problem(401, 'Please log in to continue.')
  const session = await prepareReplacement(db, viewer, account.password, device, now)
  const key = `sessions-end:${crypto.randomUUID()}`
  const writes = [
    requireSession(db, viewer.id, viewer.sessionId),
    ...endSessions(db, { key, userId: viewer.id, now }),
    session.write,
  ]
  try {
    await commitAndDispatch(deps, writes, now)
  } catch (error) {
    const isOver = refusedBy(error, 'users', 'reference') || refusedBy(error, 'sessions', 'user_id')
    throw isOver ? new Problem(401, 'Please log in to continue.') : error
  }
  return session
}

/** @throws Problem 404 where the handle names none of the viewer's sessions */
export async function endSession(
  deps: CoreDeps,
  viewer: Viewer,
  handle: string,
  now: number,
): Promise<{ wasCurrent: boolean }> {
  const sid = await findSession(deps.db, viewer.id, handle)
  if (!sid) throw new Problem(404, 'This device is no longer logged in.')
  const key = `sessions-end:${crypto.randomUUID()}`
  await commitAndDispatch(deps, endSessions(deps.db, { key, userId: viewer.id, which: only(sid), now }), now)
  return { wasCurrent: sid === viewer.sessionId }
}
