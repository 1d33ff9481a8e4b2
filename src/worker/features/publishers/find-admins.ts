import type { Db } from '../../db/client.ts'
import { selectAdmins } from './store.ts'

/** All admins, for `areTwoAdmins`. Returns a query, so that a caller can batch it. */
export const selectAllAdmins = (db: Db) => selectAdmins(db)
