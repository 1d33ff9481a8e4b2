import { randomToken, sha256Hex } from '../../core/tokens.ts'
import type { Db } from '../../db/client.ts'
import { SESSION_ABSOLUTE_MS } from '../../http/session-limits.ts'
import { insertSession } from './writes.ts'

/** A new token at every login. Only its hash is stored. */
export async function startSession(
  db: Db,
  userId: number,
  device: { ip: string | null; userAgent: string | null },
  now: number,
): Promise<{ token: string; expiresAt: number }> {
  const token = randomToken()
  const expiresAt = now + SESSION_ABSOLUTE_MS
  await insertSession(db, {
    sid: await sha256Hex(token),
    userId,
    sess: { ip: device.ip, userAgent: device.userAgent?.slice(0, 300) ?? null },
    createdAt: now,
    lastSeenAt: now,
    expire: expiresAt,
  })
  return { token, expiresAt }
}
