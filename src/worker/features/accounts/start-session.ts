import { randomToken, sha256Hex } from '../../core/tokens.ts'
import type { Db } from '../../db/client.ts'
import { commit, refusedBy, type Write } from '../../db/client.ts'
import type { Viewer } from '../../http/app-env.ts'
import { SESSION_ABSOLUTE_MS } from '../../http/session-limits.ts'
import { invalidLogin } from './refusals.ts'
import { allBut, endSessions, type Factor, idWhileLogin, insertSession, moveSession } from './writes.ts'

type Owner = {
  id: number
  password: string
  factor?: Factor | null
  /** Of the session that this one replaces. */
  kept?: Pick<Viewer, 'authenticatedAt' | 'authenticatedFrom' | 'sessionExpiresAt'>
}
export type Device = { ip: string | null; userAgent: string | null }

/** A session that is stored once `write` is executed. `expiresAt` in epoch milliseconds. */
export type NewSession = Awaited<ReturnType<typeof prepareSession>>

/**
 * A session with a new token, of which only the hash is stored, for a batch of the caller. `password` is the hash that
 * was checked: if the password was changed meanwhile, or the account got its first factor or lost its last one, the batch
 * is refused (`refusedBy`: `sessions.user_id`).
 */
export async function prepareSession(
  db: Db,
  { id, password, factor = null, kept }: Owner,
  device: Device,
  now: number,
) {
  const token = randomToken()
  const expiresAt = kept?.sessionExpiresAt ?? now + SESSION_ABSOLUTE_MS
  const write = insertSession(db, {
    sid: await sha256Hex(token),
    userId: idWhileLogin(id, password, factor !== null),
    factor,
    authenticatedAt: kept?.authenticatedAt ?? null,
    authenticatedFrom: kept?.authenticatedFrom ?? null,
    sess: { ip: device.ip, userAgent: device.userAgent?.slice(0, 300) ?? null },
    createdAt: now,
    lastSeenAt: now,
    expire: expiresAt,
  })
  return { token, expiresAt, write }
}

/**
 * A session in place of the viewer's, which the same batch ends. It has the same factor, proof of identity and absolute
 * end: a new token proves nothing. `password` is the stored hash.
 */
export const prepareReplacement = (
  db: Db,
  viewer: Viewer,
  password: string,
  device: Device,
  now: number,
): Promise<NewSession> =>
  prepareSession(
    db,
    { id: viewer.id, password, factor: viewer.hasFactor ? viewer.factor : null, kept: viewer },
    device,
    now,
  )

/**
 * A new token at every login. If the password was changed meanwhile, which ended every session, no session starts with
 * the old one. `also`: writes for the same batch.
 * @throws Problem 401
 */
export async function startSession(
  db: Db,
  owner: Owner,
  device: Device,
  now: number,
  also: readonly Write[] = [],
): Promise<NewSession> {
  const { token, expiresAt, write } = await prepareSession(db, owner, device, now)
  await commit(db, [write, ...also]).catch((error: unknown) => {
    throw refusedBy(error, 'sessions', 'user_id') ? invalidLogin({ userId: owner.id }) : error
  })
  return { token, expiresAt, write }
}

/** A new token for a session, once `writes` are executed. `expiresAt` in epoch milliseconds. */
export type MovedSession = Awaited<ReturnType<typeof rotateSession>>

/** Ends the viewer's other sessions, and gives this one a new token, so that a copy of its cookie ends too. */
export async function rotateSession(
  db: Db,
  { id: userId, sessionId, sessionExpiresAt }: Viewer,
  now: number,
) {
  const token = randomToken()
  const key = `sessions-end:${crypto.randomUUID()}`
  const writes = [
    ...endSessions(db, { key, userId, which: allBut(sessionId), now }),
    ...moveSession(db, { userId, sid: sessionId, to: await sha256Hex(token), now }),
  ]
  return { token, expiresAt: sessionExpiresAt, writes }
}
