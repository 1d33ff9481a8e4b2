import { sql } from 'drizzle-orm'
import { DAY } from '#shared/core/time.ts'
import { commit, type Db } from '../../db/client.ts'
import { sliceAt } from './rules.ts'
import { listUnlicensed, newestGrant } from './store.ts'
import { forgetDevices, issueLicence, syncLicences } from './writes.ts'

const ISSUED_PER_SWEEP = 50
/** Where a device was is forgotten so long after its licence ended. */
const KEPT_MS = 90 * DAY

/**
 * Walks the grants slice by slice: gives a licence to those that have none (made before there were licences, or by
 * hand), revokes and restores what was changed by hand, and forgets the devices of what ended long ago.
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
