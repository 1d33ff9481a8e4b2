import { Problem } from '../../core/problem.ts'
import { commit, type Db } from '../../db/client.ts'
import type { Env } from '../../providers/env.ts'
import { limitNewKeys } from './limits.ts'
import { findOwn } from './store.ts'
import { renewKey } from './writes.ts'

/**
 * Replaces a key that leaked: the old key opens nothing from now on, and all devices are released. Returns the new key.
 * @throws Problem 404, 409 where the licence is revoked, 429
 */
export async function changeKey(env: Env, db: Db, userId: number, id: number): Promise<string> {
  const licence = await findOwn(db, userId, id)
  if (!licence) throw new Problem(404, 'There is no such licence.')
  if (licence.revokedAt !== null) throw new Problem(409, 'This licence was revoked and gets no new key.')
  await limitNewKeys(env, id)
  const { licenceKey, writes } = renewKey(db, id)
  await commit(db, writes)
  return licenceKey
}
