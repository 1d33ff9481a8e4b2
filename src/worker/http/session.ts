import { and, eq, gt, isNull, or, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { Problem } from '../core/problem.ts'
import { sha256Hex } from '../core/tokens.ts'
import { type AccountBatch, batchOf } from '../db/account-batch.ts'
import { openDb } from '../db/client.ts'
import { sessions, users } from '../db/schema/accounts.ts'
import type { AppEnv, Viewer } from './app-env.ts'
import { cookieName, isSecure } from './cookies.ts'
import { HINT, SESSION } from './session-hint.ts'
import { ADMIN_ABSOLUTE_MS, ADMIN_IDLE_MS, needsTouch, SESSION_IDLE_MS } from './session-limits.ts'

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
  if (!viewer) throw notSignedIn()
  return viewer
}

/** Answers a request without a session. */
export const notSignedIn = () => new Problem(401, 'Please log in to continue.')

async function loadViewer(c: Context<AppEnv>): Promise<Viewer | null> {
  const lookUp = await sessionLookUp(c)
  if (lookUp === null) return null
  const [row] = await lookUp.select
  return toViewer(c, lookUp, row)
}

/**
 * The statements of the viewer, for a use case that executes them: where the session was not looked up yet, its look-up is
 * the first statement of their round trip. The statements name the account by SQL that finds nobody without a valid
 * session, and their results are returned only with one. `admit` runs before that, to refuse a viewer by a limit.
 * @throws Problem 401 without a session; what `admit` throws
 */
export const viewerBatch =
  (c: Context<AppEnv>, admit?: (viewer: Viewer) => Promise<void>): AccountBatch =>
  async (statements) => {
    const db = c.get('db')
    if (c.get('viewer') !== undefined) {
      const viewer = await requireViewer(c)
      await admit?.(viewer)
      return batchOf(db, viewer.id)(statements)
    }
    const lookUp = await sessionLookUp(c)
    if (lookUp === null) {
      c.set('viewer', null)
      throw notSignedIn()
    }
    const [[row], ...results] = await db.batch([lookUp.select, ...statements(lookUp.userId)])
    c.set('viewer', toViewer(c, lookUp, row))
    const viewer = await requireViewer(c)
    await admit?.(viewer)
    return { userId: viewer.id, results: results as never }
  }

const tokenOf = (c: Context<AppEnv>): string | null => {
  const token = getCookie(c, cookieName(c, SESSION))
  return token && token.length <= 100 ? token : null
}

/** False: the request can have no session. */
export const hasSessionCookie = (c: Context<AppEnv>): boolean => tokenOf(c) !== null

/** True for a session that has not ended, of an account that is open. Of the tables `sessions` and `users`. */
const isValid = (sid: string, now: number) =>
  and(
    eq(sessions.sid, sid),
    gt(sessions.expire, now),
    gt(sessions.lastSeenAt, now - SESSION_IDLE_MS),
    or(
      eq(users.isAdmin, false),
      and(gt(sessions.lastSeenAt, now - ADMIN_IDLE_MS), gt(sessions.createdAt, now - ADMIN_ABSOLUTE_MS)),
    ),
    isNull(users.deactivatedAt),
    isNull(users.deletedAt),
  )

const FIELDS = {
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
    or exists (select 1 from authenticator_apps a where a.user_id = ${users.id} and a.confirmed_at is not null)`.as(
    'has_factor',
  ),
}

/** The query of the request's session, and SQL for the id of its account. Null without a cookie. */
async function sessionLookUp(c: Context<AppEnv>) {
  const token = tokenOf(c)
  if (token === null) return null
  const [db, now, sid] = [c.get('db'), Date.now(), await sha256Hex(token)]
  const join = eq(users.id, sessions.userId)
  const where = isValid(sid, now)
  const account = db.select({ id: users.id }).from(sessions).innerJoin(users, join).where(where)
  const select = db.select(FIELDS).from(sessions).innerJoin(users, join).where(where).limit(1)
  return { sid, now, select, userId: sql<number>`(${account})` }
}

type LookUp = NonNullable<Awaited<ReturnType<typeof sessionLookUp>>>

/** The viewer of this row, whose session is touched now and then. */
function toViewer(
  c: Context<AppEnv>,
  { sid, now }: LookUp,
  row: Awaited<LookUp['select']>[number] | undefined,
): Viewer | null {
  if (!row) return null
  const { createdAt, lastSeenAt, from, hasFactor, ...viewer } = row
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
