import { sql } from 'drizzle-orm'
import { DAY } from '#shared/core/time.ts'
import { commit, type Db } from '../../db/client.ts'
import { sliceAt } from './rules.ts'
import { listUnlicensed, newestGrant } from './store.ts'
import { forgetDevices, issueLicence, syncLicences } from './writes.ts'

const ISSUED_PER_SWEEP = 50
/** A device, with its network address, is deleted this long after its licence ended. */
const KEPT_MS = 90 * DAY

/**
 * Walks the grants slice by slice: issues missing licences (for grants from before there were licences, or by hand),
 * revokes and restores licences whose grants were changed by hand, and deletes the devices of licences that ended long
 * ago. Returns the number of issued licences.
 */
export async function sweepLicences(db: Db, now: number): Promise<number> {
  const [newest] = await newestGrant(db)
  if (!newest?.id) return 0
  const slice = sliceAt(newest.id, now)
  const bare = await listUnlicensed(db, slice, ISSUED_PER_SWEEP)
  const grants = sql`(select g.id from user_scripts g where g.id between ${slice.from} and ${slice.to})`
  await commit(db, [
    ...bare.map(({ id }) => issueLicence(db, id, now)),
    syncLicences(db, grants, now),
    forgetDevices(db, slice, now - KEPT_MS),
  ])
  return bare.length
}
