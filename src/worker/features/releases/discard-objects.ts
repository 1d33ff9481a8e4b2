import { logError } from '../../core/log-error.ts'
import type { Db } from '../../db/client.ts'
import type { Env } from '../../providers/env.ts'
import { fileVault } from '../../providers/file-vault.ts'
import { forgetUploads, giveUp } from './writes.ts'

/**
 * Deletes objects that belong to nothing, and their upload rows. An object that a batch has used after all has no such
 * row any more, and stays. Returns how many were deleted.
 */
export async function discardObjects(env: Env, db: Db, keys: string[]): Promise<number> {
  if (keys.length === 0) return 0
  const given = (await giveUp(db, keys)).map(({ key }) => key)
  if (given.length === 0) return 0
  await fileVault(env.FILES).remove(given)
  await forgetUploads(db, given)
  return given.length
}

/** The same at the end of an action that has its outcome already: what fails here is the sweep's. */
export async function discardQuietly(env: Env, db: Db, keys: string[]): Promise<void> {
  try {
    await discardObjects(env, db, keys)
  } catch (error) {
    logError('uploads', { keys, error })
  }
}
