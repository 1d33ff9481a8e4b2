import type { RecordRun } from '#shared/releases/contract.ts'
import type { Db } from '../../db/client.ts'
import type { Actor } from '../../http/actor.ts'
import { noSuchRelease, writeRelease } from './change-release.ts'
import { findRelease } from './store.ts'
import { changeRelease } from './writes.ts'

/**
 * Stores what a run of a release printed and wrote, for the page of its product; null removes it. Also of a published
 * release: the recording is not part of what the publisher signs. Returns the product's id. @throws Problem 404, 409
 */
export async function recordRun(
  db: Db,
  actor: Actor,
  id: number,
  run: RecordRun | null,
  now: number,
): Promise<number> {
  const release = await findRelease(db, id)
  if (!release) throw noSuchRelease()
  const action = run
    ? {
        action: 'release.run' as const,
        after: { command: run.command, output: run.output.length, table: run.table?.file ?? null },
      }
    : { action: 'release.run-removed' as const }
  await writeRelease(db, actor, release, action, [changeRelease(db, id, { recordedRun: run })], now)
  return release.scriptId
}
