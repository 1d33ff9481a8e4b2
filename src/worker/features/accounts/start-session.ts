import { randomToken, sha256Hex } from '../../core/tokens.ts'
import type { Db } from '../../db/client.ts'
import { refusedBy } from '../../db/client.ts'
import { SESSION_ABSOLUTE_MS } from '../../http/session-limits.ts'
import { invalidLogin } from './refusals.ts'
import { idWhilePassword, insertSession } from './writes.ts'

/**
 * A new token at every login. Only its hash is stored. `password` is the hash that was checked: if the password was
 * changed meanwhile, which ended every session, no session starts with the old one.
 * @throws Problem 401
 */
export async function startSession(
  db: Db,
  { id, password }: { id: number; password: string },
  device: { ip: string | null; userAgent: string | null },
  now: number,
): Promise<{ token: string; expiresAt: number }> {
  const token = randomToken()
  const expiresAt = now + SESSION_ABSOLUTE_MS
  await insertSession(db, {
    sid: await sha256Hex(token),
    userId: idWhilePassword(id, password),
    sess: { ip: device.ip, userAgent: device.userAgent?.slice(0, 300) ?? null },
    createdAt: now,
    lastSeenAt: now,
    expire: expiresAt,
  }).catch((error: unknown) => {
    throw refusedBy(error, 'sessions', 'user_id') ? invalidLogin() : error
  })
  return { token, expiresAt }
}
