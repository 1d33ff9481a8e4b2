import type { Db } from '../../db/client.ts'
import { selectAdmins, selectDemotion } from './store.ts'

/** The admins who may publish, for `areTwoAdmins`. Returns a query, so that a caller can batch it. */
export const selectManagers = (db: Db) => selectAdmins(db, ['manager', 'owner'])

/** Whether this account was an admin until a short time ago, and is still notified of each change of a key. */
export const isStillNotified = async (db: Db, userId: number, now: number): Promise<boolean> =>
  (await selectDemotion(db, userId, now)).length > 0
