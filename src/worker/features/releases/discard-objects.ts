import { logError } from '../../core/log-error.ts'
import type { Db } from '../../db/client.ts'
import type { Env } from '../../providers/env.ts'
import { fileVault } from '../../providers/file-vault.ts'
import { forgetUploads, giveUp } from './writes.ts'

/**
 * Deletes unused objects and their upload rows. An object that a batch used meanwhile has no upload row any more, and
 * stays. Returns the number of deleted objects.
 */
export async function discardObjects(env: Env, db: Db, keys: string[]): Promise<number> {
  if (keys.length === 0) return 0
  const given = (await giveUp(db, keys)).map(({ key }) => key)
  if (given.length === 0) return 0
  await fileVault(env.FILES).remove(given)
  await forgetUploads(db, given)
  return given.length
}

/** As `discardObjects`, at the end of an action whose outcome is fixed: the sweep deletes what fails here. */
export async function discardQuietly(env: Env, db: Db, keys: string[]): Promise<void> {
  try {
    await discardObjects(env, db, keys)
  } catch (error) {
    logError('uploads', { keys, error })
  }
}
