import { sql } from 'drizzle-orm'
import { DAY, MINUTE, toIso } from '#shared/core/time.ts'
import type { Clock } from '#shared/recalls/clock-rules.ts'
import { Problem } from '../../core/problem.ts'
import { noteAction } from '../../db/audit.ts'
import { commit, type Db, refusedBy } from '../../db/client.ts'
import type { Actor } from '../../http/actor.ts'
import { notWithdrawn } from './read-withdrawal.ts'
import { selectReport, selectWithdrawn } from './store.ts'
import { deleteStep, insertStep, isStepDone, saveReport, startReport } from './writes.ts'

/** An incident that became known longer ago than this before its recall is a typing error. */
const MAX_BEFORE_MS = 365 * DAY
/** The admin's clock may be ahead of ours. */
const MARGIN_MS = 5 * MINUTE

/** The recall's sheet with its present values. @throws Problem 404, 409 the release was not recalled */
async function findSheet(db: Db, id: number) {
  const [[found], [stored]] = await db.batch([selectWithdrawn(db, id), selectReport(db, id)])
  if (!found) throw notWithdrawn()
  if (found.advice === null || found.sheetId === null) {
    throw new Problem(409, `Version ${found.version} was withdrawn, not recalled: it has no report sheet.`)
  }
  const { sheetId, withdrawnAt } = found
  return { sheetId, withdrawnAt, awareAt: stored?.awareAt ?? withdrawnAt, note: stored?.note ?? '' }
}

/**
 * Changes since when the shop knows of the incident (epoch milliseconds), and the note.
 * @throws Problem 400 the time is in the future or long before the recall, 404, 409
 */
export async function changeReport(
  db: Db,
  actor: Actor,
  id: number,
  change: { awareAt: number; note: string },
  now: number,
): Promise<void> {
  const before = await findSheet(db, id)
  if (change.awareAt > now + MARGIN_MS)
    throw new Problem(400, 'The time when you became aware is in the future.')
  if (change.awareAt < before.withdrawnAt - MAX_BEFORE_MS) {
    throw new Problem(400, 'The time when you became aware is more than a year before the recall.')
  }
  const factsOf = ({ awareAt, note }: typeof change) => ({ awareAt: toIso(awareAt), note })
  await commit(db, [
    noteAction(db, {
      actorId: actor.id,
      action: 'incident.report',
      subject: `release:${before.sheetId}`,
      before: factsOf(before),
      after: factsOf(change),
      ip: actor.ip,
      now,
    }),
    saveReport(db, { releaseId: before.sheetId, ...change, updatedAt: now }),
  ])
}

/**
 * Marks the report of a clock as made.
 * @throws Problem 400 there is no such clock, 404, 409 it was marked before
 */
export async function markDone(
  db: Db,
  actor: Actor,
  clocks: readonly Clock[],
  id: number,
  { clock, note }: { clock: string; note: string },
  now: number,
): Promise<void> {
  if (!clocks.some(({ name }) => name === clock)) throw new Problem(400, `There is no report “${clock}”.`)
  const { sheetId, awareAt, note: said } = await findSheet(db, id)
  const entry = {
    actorId: actor.id,
    action: 'incident.step' as const,
    onlyIf: sql`not ${isStepDone(sheetId, clock)}`,
    subject: `release:${sheetId}`,
    after: { clock, note },
    ip: actor.ip,
    now,
  }
  await commit(db, [
    noteAction(db, entry),
    startReport(db, { releaseId: sheetId, awareAt, note: said, updatedAt: now }),
    insertStep(db, { releaseId: sheetId, clock, doneAt: now, doneBy: actor.id, note }),
  ]).catch(refusing(`“${clock}” is marked as done already. Please load the page again.`))
}

/** Marks the report of a clock as not made. @throws Problem 404, 409 it is not marked */
export async function undoDone(db: Db, actor: Actor, id: number, clock: string, now: number): Promise<void> {
  const { sheetId } = await findSheet(db, id)
  const entry = {
    actorId: actor.id,
    action: 'incident.step-undo' as const,
    onlyIf: isStepDone(sheetId, clock),
    subject: `release:${sheetId}`,
    before: { clock },
    ip: actor.ip,
    now,
  }
  await commit(db, [noteAction(db, entry), deleteStep(db, sheetId, clock)]).catch(
    refusing(`“${clock}” is not marked as done. Please load the page again.`),
  )
}

const refusing = (message: string) => (error: unknown) => {
  throw refusedBy(error, 'audit_log', 'action') ? new Problem(409, message) : error
}
