import type { SessionView } from '#shared/accounts/contract.ts'
import { toIso } from '#shared/core/time.ts'
import type { Db } from '../../db/client.ts'
import type { Viewer } from '../../http/app-env.ts'
import { nameDevice } from './device-rules.ts'
import { handleOf, type SessionCursor, writeCursor } from './session-handle-rules.ts'
import { listSessions } from './store.ts'

/** The devices where this account is logged in, newest login first. */
export async function readSessions(
  db: Db,
  viewer: Viewer,
  page: { limit: number; cursor?: SessionCursor | undefined },
  now: number,
): Promise<{ rows: SessionView[]; nextCursor: string | null }> {
  const found = await listSessions(db, viewer.id, page, now)
  const rows = found.slice(0, page.limit)
  const last = found.length > page.limit ? rows.at(-1) : undefined
  return {
    rows: rows.map((session) => ({
      id: handleOf(session.sid),
      device: nameDevice(session.sess.userAgent),
      ip: session.sess.ip,
      createdAt: toIso(session.createdAt),
      lastSeenAt: toIso(session.lastSeenAt),
      current: session.sid === viewer.sessionId,
    })),
    nextCursor: last ? writeCursor(last) : null,
  }
}
