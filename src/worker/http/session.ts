import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { Problem } from '../core/problem.ts'
import { sha256Hex } from '../core/tokens.ts'
import { openDb } from '../db/client.ts'
import { sessions, users } from '../db/schema/accounts.ts'
import type { AppEnv, Viewer } from './app-env.ts'
import { cookieName, isSecure } from './cookies.ts'
import { HINT, SESSION } from './session-hint.ts'
import { ADMIN_ABSOLUTE_MS, isAdminSessionOver, needsTouch, SESSION_IDLE_MS } from './session-limits.ts'

export function setSessionCookie(c: Context<AppEnv>, token: string, expiresAt: number): void {
  setCookie(c, cookieName(c, SESSION), token, {
    path: '/',
    httpOnly: true,
    secure: isSecure(c),
    // Lax, not Strict: coming back from the payment page is a cross-site navigation.
    sameSite: 'Lax',
    expires: new Date(expiresAt),
  })
  setCookie(c, cookieName(c, HINT), '1', {
    path: '/',
    secure: isSecure(c),
    sameSite: 'Lax',
    expires: new Date(expiresAt),
  })
}

export function clearSessionCookie(c: Context<AppEnv>): void {
  deleteCookie(c, cookieName(c, SESSION), { path: '/', secure: isSecure(c), httpOnly: true, sameSite: 'Lax' })
  deleteCookie(c, cookieName(c, HINT), { path: '/', secure: isSecure(c), sameSite: 'Lax' })
}

/** The viewer, loaded once per request and only on demand. Null without a valid session. */
export async function viewerOf(c: Context<AppEnv>): Promise<Viewer | null> {
  const known = c.get('viewer')
  if (known !== undefined) return known
  const viewer = await loadViewer(c)
  c.set('viewer', viewer)
  return viewer
}

/** The viewer of the session. @throws Problem 401 without a session */
export async function requireViewer(c: Context<AppEnv>): Promise<Viewer> {
  const viewer = await viewerOf(c)
  if (!viewer) throw new Problem(401, 'Please log in to continue.')
  return viewer
}

async function loadViewer(c: Context<AppEnv>): Promise<Viewer | null> {
  const token = getCookie(c, cookieName(c, SESSION))
  if (!token || token.length > 100) return null
  const now = Date.now()
  const sid = await sha256Hex(token)
  const [row] = await c
    .get('db')
    .select({
      id: users.id,
      reference: users.reference,
      username: users.username,
      email: users.email,
      isAdmin: users.isAdmin,
      staffRole: users.staffRole,
      sessionExpiresAt: sessions.expire,
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
      from: sessions.sess,
      authenticatedAt: sessions.authenticatedAt,
      authenticatedFrom: sessions.authenticatedFrom,
      factor: sessions.factor,
      hasFactor: sql<number>`exists (select 1 from passkeys p where p.user_id = ${users.id})
        or exists (select 1 from authenticator_apps a where a.user_id = ${users.id} and a.confirmed_at is not null)`,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.sid, sid),
        gt(sessions.expire, now),
        gt(sessions.lastSeenAt, now - SESSION_IDLE_MS),
        isNull(users.deactivatedAt),
        isNull(users.deletedAt),
      ),
    )
    .limit(1)
  if (!row) return null
  const { createdAt, lastSeenAt, from, hasFactor, ...viewer } = row
  if (viewer.isAdmin && isAdminSessionOver({ createdAt, lastSeenAt }, now)) return null
  if (needsTouch(lastSeenAt, viewer.isAdmin, now)) {
    // By a connection of its own: the answer does not wait for it, so it is none of its round trips.
    const touch = openDb(c.env.DB).update(sessions).set({ lastSeenAt: now }).where(eq(sessions.sid, sid))
    c.executionCtx.waitUntil(touch.execute())
  }
  const lacksFactor = viewer.factor === null || hasFactor === 0
  const needsFactor = viewer.isAdmin && c.get('config').requiresAdminFactor && lacksFactor
  return {
    ...viewer,
    isAdmin: viewer.isAdmin && !needsFactor,
    staffRole: needsFactor ? null : viewer.staffRole,
    needsFactor,
    lockedRole: needsFactor ? viewer.staffRole : null,
    hasFactor: hasFactor !== 0,
    authenticatedAt: viewer.authenticatedAt ?? createdAt,
    authenticatedFrom: viewer.authenticatedFrom ?? from,
    sessionId: sid,
    sessionExpiresAt: viewer.isAdmin
      ? Math.min(viewer.sessionExpiresAt, createdAt + ADMIN_ABSOLUTE_MS)
      : viewer.sessionExpiresAt,
  }
}
