import type { Context } from 'hono'
import type { AppEnv, Viewer } from '../../http/app-env.ts'
import { deviceOf } from '../../http/recently-authenticated.ts'
import { setSessionCookie, viewerOf } from '../../http/session.ts'
import { coreDeps } from '../../http/shop-deps.ts'
import { commitAndDispatch } from '../notifications/dispatch-outbox.ts'
import { enqueueSessionEnd } from '../notifications/writes.ts'
import { sendNotice } from '../staff/send-notice.ts'
import type { Notice } from '../staff/writes.ts'
import { startSession } from './start-session.ts'
import { deleteSession } from './writes.ts'

/** Login always starts a new session. A session that the request brought ends after the new one is stored. */
export async function openSession(
  c: Context<AppEnv>,
  user: { id: number; password: string },
  notice: Notice = { writes: [], keys: [] },
) {
  const session = await startSession(c.get('db'), user, deviceOf(c), Date.now(), notice.writes)
  sendNotice(coreDeps(c), notice)
  await enterSession(c, session)
}

/** Gives this browser a session that is stored. The one that it had ends. */
export async function enterSession(c: Context<AppEnv>, session: { token: string; expiresAt: number }) {
  const before = await viewerOf(c)
  setSessionCookie(c, session.token, session.expiresAt)
  if (before) await closeSession(c, before)
}

/** The row is deleted at once. The outbox closes the session's sockets: a failure there keeps nobody signed in. */
export async function closeSession(c: Context<AppEnv>, viewer: Viewer) {
  const [deps, now] = [coreDeps(c), Date.now()]
  const { id: userId, sessionId } = viewer
  const { db } = deps
  const writes = [deleteSession(db, sessionId), enqueueSessionEnd(db, { userId, sessionId, now })]
  await commitAndDispatch(deps, writes, now)
}
