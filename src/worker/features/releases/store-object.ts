import { logError } from '../../core/log-error.ts'
import { Problem } from '../../core/problem.ts'
import { commit, type Db, type Write } from '../../db/client.ts'
import type { Env } from '../../providers/env.ts'
import { fileVault, type StoredObject } from '../../providers/file-vault.ts'
import { discardQuietly } from './discard-objects.ts'
import { finishUpload, insertUpload } from './writes.ts'

/**
 * Stores an object and commits the writes that use it. The key is recorded before the bytes are stored, and the record
 * is deleted in the batch that uses the object: after any failure the object is either used or recorded as unused.
 * `writes` must contain an audit entry with `onlyIf: isUploaded(key)`.
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
