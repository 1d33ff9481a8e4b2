import { Problem } from '../../core/problem.ts'
import { commit, type Db } from '../../db/client.ts'
import type { Viewer } from '../../http/app-env.ts'
import { findSession } from './store.ts'
import { allBut, endSessions, only } from './writes.ts'

/** Logs out every other device at once. Returns the outbox key under which their sockets are closed. */
export async function endOtherSessions(db: Db, viewer: Viewer, now: number): Promise<string[]> {
  const key = `sessions-end:${crypto.randomUUID()}`
  await commit(db, endSessions(db, { key, userId: viewer.id, which: allBut(viewer.sessionId), now }))
  return [key]
}

/** @throws Problem 404 where the handle names none of the viewer's sessions */
export async function endSession(
  db: Db,
  viewer: Viewer,
  handle: string,
  now: number,
): Promise<{ wasCurrent: boolean; outboxKeys: string[] }> {
  const sid = await findSession(db, viewer.id, handle)
  if (!sid) throw new Problem(404, 'This device is not logged in any more.')
  const key = `sessions-end:${crypto.randomUUID()}`
  await commit(db, endSessions(db, { key, userId: viewer.id, which: only(sid), now }))
  return { wasCurrent: sid === viewer.sessionId, outboxKeys: [key] }
}
