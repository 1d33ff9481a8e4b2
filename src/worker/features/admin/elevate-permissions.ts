import { Problem } from '../../core/problem.ts'
import { hmacSha256, verifyHmacSha256 } from '../../core/tokens.ts'
import type { Db } from '../../db/client.ts'
import type { Config } from '../../providers/config.ts'
import { loginKey } from '../accounts/rules.ts'
import type { Elevate } from './contract.ts'
import { notePromotion, promote } from './writes.ts'

const NOBODY = ''

/**
 * Makes an account an admin for whoever holds ADMIN_KEY. A wrong name and a wrong key take the same work and get the same
 * answer; keys are compared in constant time. Without the secret the call does not exist (routes).
 * @throws Problem 403
 */
export async function elevatePermissions(
  deps: { db: Db; config: Config },
  input: Elevate,
  ip: string | null,
  now: number,
): Promise<{ username: string }> {
  const { adminKey, linkSigningKey } = deps.config
  const proof = await hmacSha256(linkSigningKey, `admin-key:${adminKey}`)
  const holdsKey =
    adminKey !== null && (await verifyHmacSha256(linkSigningKey, `admin-key:${input.adminKey}`, proof))
  const key = holdsKey ? loginKey(input.username) : NOBODY
  // The note reads the role as it was, so it comes first.
  const [, [promoted]] = await deps.db.batch([
    notePromotion(deps.db, key, ip, now),
    promote(deps.db, key, now),
  ])
  if (!promoted) throw new Problem(403, 'Access denied')
  return { username: promoted.username }
}
