import { Problem } from '../../core/problem.ts'
import type { Viewer } from '../../http/app-env.ts'
import type { CoreDeps } from '../../http/shop-deps.ts'
import { commitAndDispatch } from '../notifications/dispatch-outbox.ts'
import { findSession } from './store.ts'
import { allBut, endSessions, only } from './writes.ts'

/** Logs out every other device at once. */
export async function endOtherSessions(deps: CoreDeps, viewer: Viewer, now: number): Promise<void> {
  const key = `sessions-end:${crypto.randomUUID()}`
  const ended = { key, userId: viewer.id, which: allBut(viewer.sessionId), now }
  await commitAndDispatch(deps, endSessions(deps.db, ended), now)
}

/** @throws Problem 404 where the handle names none of the viewer's sessions */
export async function endSession(
  deps: CoreDeps,
  viewer: Viewer,
  handle: string,
  now: number,
): Promise<{ wasCurrent: boolean }> {
  const sid = await findSession(deps.db, viewer.id, handle)
  if (!sid) throw new Problem(404, 'This device is not logged in any more.')
  const key = `sessions-end:${crypto.randomUUID()}`
  await commitAndDispatch(deps, endSessions(deps.db, { key, userId: viewer.id, which: only(sid), now }), now)
  return { wasCurrent: sid === viewer.sessionId }
}
