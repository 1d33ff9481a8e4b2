import { and, eq, gt, isNull, or, sql } from 'drizzle-orm'
import type { BatchResponse } from 'drizzle-orm/batch'
import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { Problem } from '../core/problem.ts'
import { sha256Hex } from '../core/tokens.ts'
import { type Account, type AccountBatch, batchOf } from '../db/account-batch.ts'
import { builtOnce, type Filled, filled, type In } from '../db/built-once.ts'
import { type Db, openDb } from '../db/client.ts'
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
  const moment = await momentOf(c)
  if (moment === null) return null
  const [[row]] = await c.get('db').batch(lookUp(c.get('db'), moment))
  return toViewer(c, moment, row)
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
    const moment = await momentOf(c)
    if (moment === null) {
      c.set('viewer', null)
      throw notSignedIn()
    }
    const all =
      typeof statements === 'function'
        ? statements(accountOf(db, moment))
        : statements.ofAccount(db, sessionAccount(db, moment))
    const [[row], ...results] = await db.batch([...lookUp(db, moment), ...all])
    c.set('viewer', toViewer(c, moment, row))
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

/** A session in SQL, and the times by which it has ended. In epoch milliseconds. */
type Moment = {
  sid: string
  sessionNow: number
  idleSince: number
  adminIdleSince: number
  adminSince: number
}

/** The request's session. Null without a cookie. */
async function momentOf(c: Context<AppEnv>): Promise<Moment | null> {
  const token = tokenOf(c)
  if (token === null) return null
  const now = Date.now()
  return {
    sid: await sha256Hex(token),
    sessionNow: now,
    idleSince: now - SESSION_IDLE_MS,
    adminIdleSince: now - ADMIN_IDLE_MS,
    adminSince: now - ADMIN_ABSOLUTE_MS,
  }
}

/** True for a session that has not ended, of an account that is open. Of the tables `sessions` and `users`. */
const isValid = (moment: { [Name in keyof Moment]: In<Moment[Name]> }) =>
  and(
    eq(sessions.sid, moment.sid),
    gt(sessions.expire, moment.sessionNow),
    gt(sessions.lastSeenAt, moment.idleSince),
    or(
      eq(users.isAdmin, false),
      and(gt(sessions.lastSeenAt, moment.adminIdleSince), gt(sessions.createdAt, moment.adminSince)),
    ),
    isNull(users.deactivatedAt),
    isNull(users.deletedAt),
  )

/** SQL for the id of the session's account. */
function accountOf(db: Db, moment: Parameters<typeof isValid>[0]) {
  const account = db.select({ id: users.id }).from(sessions).innerJoin(users, eq(users.id, sessions.userId))
  return sql<number>`(${account.where(isValid(moment))})`
}

const FILLED_MOMENT = {
  sid: filled<string>('sid'),
  sessionNow: filled<number>('sessionNow'),
  idleSince: filled<number>('idleSince'),
  adminIdleSince: filled<number>('adminIdleSince'),
  adminSince: filled<number>('adminSince'),
}
const sessionAccount = (db: Db, moment: Moment): Account => ({
  by: 'session',
  userId: () => accountOf(db, FILLED_MOMENT),
  values: moment,
})

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

const lookUp = builtOnce(
  (db, moment: Filled<Moment>) =>
    [
      db
        .select(FIELDS)
        .from(sessions)
        .innerJoin(users, eq(users.id, sessions.userId))
        .where(isValid(moment))
        .limit(1),
    ] as const,
)

type SessionRow = BatchResponse<ReturnType<typeof lookUp>>[0][number]

/** The viewer of this row, whose session is touched now and then. */
function toViewer(
  c: Context<AppEnv>,
  { sid, sessionNow: now }: Moment,
  row: SessionRow | undefined,
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
