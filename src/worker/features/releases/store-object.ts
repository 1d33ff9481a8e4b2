import { logError } from '../../core/log-error.ts'
import { Problem } from '../../core/problem.ts'
import { commit, type Db, type Write } from '../../db/client.ts'
import type { Env } from '../../providers/env.ts'
import { fileVault, type StoredObject } from '../../providers/file-vault.ts'
import { discardQuietly } from './discard-objects.ts'
import { finishUpload, insertUpload } from './writes.ts'

/**
 * Puts an object into the store and commits what uses it. Its key is known before its bytes are there, and forgotten in
 * the batch that uses it: wherever this stops, the object is either used or known to belong to nothing. `writes` must
 * contain an action that is noted only if `isUploaded`.
 * @throws Problem 503 the store did not take it; the database's error, with nothing changed
 */
export async function storeObject(
  env: Env,
  db: Db,
  object: StoredObject,
  actorId: number,
  writes: Write[],
  now: number,
): Promise<void> {
  const { key } = object
  await commit(db, [insertUpload(db, { key, actorId, createdAt: now })])
  try {
    await put(env, object)
    await commit(db, [...writes, finishUpload(db, key)])
  } catch (error) {
    await discardQuietly(env, db, [key])
    throw error
  }
}

async function put(env: Env, object: StoredObject): Promise<void> {
  try {
    await fileVault(env.FILES).write(object)
  } catch (error) {
    logError('uploads', { key: object.key, error })
    throw new Problem(
      503,
      'The file store is not answering. Nothing was changed; please try again in a moment.',
    )
  }
}
