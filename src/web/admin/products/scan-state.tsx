import type { AdminRelease } from '#shared/catalogue/manage-contract.ts'
import { formatDay } from '#shared/core/format-day.ts'
import type { AdminScan, Confirmation } from '#shared/scan/contract.ts'
import { ALARM_KINDS, type FindingKind } from '#shared/scan/terms.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmScan } from './confirm-scan.tsx'
import { scanRelease } from './products-queries.ts'
import { RiskList, UndeclaredList } from './scan-findings.tsx'
import { useReleaseMutation } from './use-release-mutation.ts'

export type ScanStateProps = {
  release: AdminRelease
  /** All releases of the product. */
  releases: readonly AdminRelease[]
}

/** The result of the scan of a release's code, and what is left to do before it can be published. */
export function ScanState({ release, releases }: ScanStateProps) {
  const { scan, state, version, isBeta, isBeingPublished, recallAdvice } = release
  const confirmation = scan?.confirmation ?? null
  // A recalled file can never be published again. A beta version may still be offered to everyone.
  const isSettled = (state === 'published' && !isBeta) || isBeingPublished || recallAdvice !== null
  if (isSettled) return confirmation === null ? null : <Confirmed confirmation={confirmation} />
  if (scan === null) return <NotScanned release={release} />

  const { undeclared, undeclaredCount, toConfirm } = scan
  if (undeclaredCount === 0 && toConfirm.length === 0 && confirmation === null) {
    return <p className="text-muted text-xs">Scanned: everything that was found is declared.</p>
  }
  return (
    <section
      aria-label={`Scan of v${version}`}
      className="grid min-w-0 gap-4 rounded-lg border border-line bg-surface-2 p-4 text-sm"
    >
      {undeclaredCount === 0 ? null : <UndeclaredList findings={undeclared} count={undeclaredCount} />}
      {toConfirm.length === 0 ? null : (
        <RiskList risks={toConfirm} isFirst={!hasOtherStable(release, releases)} />
      )}
      {confirmation === null ? (
        <>
          <p className="min-w-0 text-fg">{nextStep(scan)}</p>
          <ConfirmScan release={release} />
        </>
      ) : (
        <div className="grid min-w-0 gap-1">
          <Confirmed confirmation={confirmation} />
          <p className="text-muted text-xs">An admin other than the one who confirmed it can publish it.</p>
        </div>
      )}
    </section>
  )
}

function NotScanned({ release: { id, version } }: { release: AdminRelease }) {
  const { mutate, isPending } = useReleaseMutation(scanRelease, {
    done: 'Release Scanned',
    failed: 'Failed to scan release',
    after: () => undefined,
  })
  return (
    <div className="flex flex-wrap items-center gap-3">
      <p className="text-muted text-xs">Not scanned yet.</p>
      <Button size="sm" busy={isPending} onClick={() => mutate(id)} aria-label={`Scan now: v${version}`}>
        Scan now
      </Button>
    </div>
  )
}

const Confirmed = ({ confirmation: { reason, confirmedAt } }: { confirmation: Confirmation }) => (
  <p className="wrap-anywhere min-w-0 whitespace-pre-line text-muted text-xs">
    Confirmed on {formatDay(confirmedAt)}: {reason}
  </p>
)

/** Whether owners have another stable version, with which the announcement compares this one. */
const hasOtherStable = ({ id }: AdminRelease, releases: readonly AdminRelease[]): boolean =>
  releases.some((one) => one.id !== id && one.state === 'published' && !one.isBeta)

const alarms = new Set<FindingKind>(ALARM_KINDS)

/** Risks are declared already, and no manifest can allow an alarm. */
function nextStep({ undeclared }: AdminScan): string {
  return undeclared.some(({ kind }) => !alarms.has(kind))
    ? 'Declare it in windfall.json and upload a corrected archive, or let another admin confirm it.'
    : 'Upload a corrected archive, or let another admin confirm it.'
}
