import { toIso, toIsoOrNull } from '#shared/core/time.ts'
import type { Clock } from '#shared/recalls/clock-rules.ts'
import type {
  IncidentReport,
  NoticeMails,
  WithdrawalDetail,
  WithdrawnVersion,
} from '#shared/recalls/contract.ts'
import { Problem } from '../../core/problem.ts'
import type { Db } from '../../db/client.ts'
import { selectEntriesOf, selectReport, selectSteps, selectVersions, selectWithdrawn } from './store.ts'

type Counts = Pick<WithdrawnVersion, 'downloads' | 'people' | 'accounts' | 'unknown'>
type Steps = Awaited<ReturnType<typeof selectSteps>>

/**
 * Everything about a withdrawn release that a report needs. One round trip.
 * @throws Problem 404 where no such release was withdrawn
 */
export async function readWithdrawal(
  db: Db,
  clocks: readonly Clock[],
  id: number,
  now: number,
): Promise<WithdrawalDetail> {
  const [[found], versions, entries, [stored], steps] = await db.batch([
    selectWithdrawn(db, id),
    selectVersions(db, id, now),
    selectEntriesOf(db, id),
    selectReport(db, id),
    selectSteps(db, id),
  ])
  if (!found) throw notWithdrawn()
  const { withdrawnAt, sheetId: _, ...about } = found
  const awareAt = stored?.awareAt ?? withdrawnAt
  const report = { awareAt, note: stored?.note ?? '' }
  return {
    ...about,
    versions: versions.map(({ audience, mails, ...row }) => ({
      ...row,
      publishedAt: toIsoOrNull(row.publishedAt),
      withdrawnAt: toIso(row.withdrawnAt),
      ...(JSON.parse(audience) as Counts),
      mails: JSON.parse(mails) as NoticeMails,
    })),
    entries,
    report: about.advice === null ? null : toReport(report, clocks, steps),
  }
}

export const notWithdrawn = () => new Problem(404, 'No such release was withdrawn.')

function toReport(
  { awareAt, note }: { awareAt: number; note: string },
  clocks: readonly Clock[],
  steps: Steps,
): IncidentReport {
  const toStep = ({ doneAt, doneBy, note: said }: Steps[number]) => ({
    doneAt: toIso(doneAt),
    doneBy,
    note: said,
  })
  const stepOf = (name: string) => {
    const step = steps.find(({ clock }) => clock === name)
    return step ? toStep(step) : null
  }
  const others = steps.filter(({ clock }) => !clocks.some(({ name }) => name === clock))
  return {
    awareAt: toIso(awareAt),
    note,
    clocks: [
      ...clocks.map(({ name, ms }) => ({ name, dueAt: toIso(awareAt + ms), step: stepOf(name) })),
      ...others.map((step) => ({ name: step.clock, dueAt: null, step: toStep(step) })),
    ],
  }
}
