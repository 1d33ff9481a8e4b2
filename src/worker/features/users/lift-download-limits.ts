import { commit, type Db } from '../../db/client.ts'
import type { Actor } from '../../http/actor.ts'
import { noSuchUser } from './refusals.ts'
import { findAccount } from './store.ts'
import { noteUserAction } from './writes.ts'

/**
 * Lets the downloads of an account count from zero again. The entry of the audit log is what the limits read.
 * @throws Problem 404
 */
export async function liftDownloadLimits(db: Db, actor: Actor, userId: number, now: number): Promise<void> {
  if (!(await findAccount(db, userId))) throw noSuchUser()
  await commit(db, [noteUserAction(db, { actor, userId, now, action: 'user.lift-download-limits' })])
}
