import { sql } from 'drizzle-orm'
import { CONFIRM_AFTER_DAYS } from '#shared/publishers/contract.ts'
import { Problem } from '../../core/problem.ts'
import type { Db } from '../../db/client.ts'
import type { Actor } from '../../http/actor.ts'
import type { CoreDeps } from '../../http/shop-deps.ts'
import { selectManagers } from '../publishers/find-admins.ts'
import { areTwoAdmins } from '../publishers/rules.ts'
import { baselinesOf, selectBaselines, selectScan } from '../scan/read-scans.ts'
import { isReady } from '../scan/readiness-rules.ts'
import { insertScan, scanArchive } from '../scan/scan-release.ts'
import { changeScan } from '../scan/writes.ts'
import { noSuchRelease, writeRelease } from './change-release.ts'
import { checkZip } from './check-zip.ts'
import { readGenuine } from './damaged-file.ts'
import { findRelease, selectRelease } from './store.ts'

/**
 * Scans the stored archive of a release that has no scan yet, or by older rules. Returns the product's id.
 * @throws Problem 404, 409 it is confirmed, 422 the archive is refused, 503 the store is down, or has other bytes
 */
export async function scanRelease(deps: CoreDeps, actor: Actor, id: number, now: number): Promise<number> {
  const { db } = deps
  const release = await findRelease(db, id)
  if (!release) throw noSuchRelease()
  const checked = await checkZip(await readGenuine(deps, release))
  if (!checked.ok) throw new Problem(422, checked.reason)
  const scanned = await scanArchive(checked.files)
  const hasNoConfirmation = sql`not exists (select 1 from release_scans s where s.release_id = ${id} and s.confirmed_at is not null)`
  await writeRelease(
    db,
    actor,
    release,
    { action: 'release.scan', onlyIf: hasNoConfirmation },
    [insertScan(db, id, scanned, actor.id, now)],
    now,
  )
  return release.scriptId
}

/**
 * A second admin confirms what the scan found and the manifest does not declare. The reason is published with the
 * release. Returns the product's id.
 * @throws Problem 404; 403 this admin may not; 409 there is nothing to confirm
 */
export async function confirmScan(
  db: Db,
  actor: Actor,
  id: number,
  reason: string,
  now: number,
): Promise<number> {
  const ofRelease = sql`(select r.script_id from script_releases r where r.id = ${id})`
  const [[release], [state], admins, baselines] = await db.batch([
    selectRelease(db, id),
    selectScan(db, id),
    selectManagers(db),
    selectBaselines(db, { scriptId: ofRelease, besides: id }),
  ])
  if (!release) throw noSuchRelease()
  const isOffered = release.publishedAt !== null && release.yankedAt === null
  if (release.publishRequestedAt !== null || (isOffered && !release.isBeta)) {
    throw new Problem(409, `Version ${release.version} is published, so nothing is left to confirm.`)
  }
  if (!state) throw new Problem(409, `Version ${release.version} is not scanned yet. Scan it first.`)
  if (isReady(state, baselinesOf(release, baselines)))
    throw new Problem(409, 'Everything that the scan found is declared or confirmed already.')
  if (!areTwoAdmins(state.uploadedBy, actor.id, admins, now)) {
    throw new Problem(
      403,
      `Another admin must confirm this, not the one who uploaded the file, and both must have been admins for at least ${CONFIRM_AFTER_DAYS} days.`,
    )
  }
  const isStill = sql`exists (select 1 from release_scans s where s.release_id = ${id} and s.confirmed_at is null and s.undeclared_count = ${state.undeclaredCount})`
  await writeRelease(
    db,
    actor,
    release,
    { action: 'release.confirm', after: { reason, undeclared: state.undeclaredCount }, onlyIf: isStill },
    [changeScan(db, id, { confirmedBy: actor.id, confirmedAt: now, confirmReason: reason })],
    now,
  )
  return release.scriptId
}
