import { toIso } from '#shared/core/time.ts'
import {
  type AdminScan,
  type Confirmation,
  type Risk,
  type Scan,
  SHOWN_UNDECLARED,
} from '#shared/scan/contract.ts'
import type { Manifest } from '#shared/scan/manifest-contract.ts'
import { riskierThan } from '#shared/scan/manifest-rules.ts'

/** The scan of a release and its confirmation. */
export type ScanState = {
  scan: Scan
  undeclaredCount: number
  confirmedAt: number | null
  confirmReason: string | null
}

/** What a release declares beyond one of the baselines. Without any, only its dynamic code. */
export function risksOf(
  { scan: { manifest } }: Pick<ScanState, 'scan'>,
  baselines: readonly Manifest[],
): Risk[] {
  if (!manifest) return []
  const risks =
    baselines.length === 0
      ? riskierThan(null, manifest)
      : baselines.flatMap((one) => riskierThan(one, manifest))
  return [...new Map(risks.map((risk) => [`${risk.kind} ${risk.value}`, risk])).values()]
}

/**
 * What a second admin must confirm though it is declared: what is new, and dynamic code in every version, because no scan
 * can say what it runs this time.
 */
function toConfirm(state: Pick<ScanState, 'scan'>, baselines: readonly Manifest[]): Risk[] {
  const dynamic = state.scan.manifest ? riskierThan(null, state.scan.manifest) : []
  return [...dynamic, ...risksOf(state, baselines).filter(({ kind }) => kind !== 'dynamic-code')]
}

/** Whether a release can be published: nothing is left to declare or to confirm, or a second admin confirmed it. */
export const isReady = (state: ScanState, baselines: readonly Manifest[]): boolean =>
  state.confirmedAt !== null || (state.undeclaredCount === 0 && toConfirm(state, baselines).length === 0)

export const confirmationOf = ({
  confirmedAt,
  confirmReason,
}: Pick<ScanState, 'confirmedAt' | 'confirmReason'>): Confirmation | null =>
  confirmedAt === null || confirmReason === null
    ? null
    : { reason: confirmReason, confirmedAt: toIso(confirmedAt) }

export const toAdminScan = (state: ScanState, baselines: readonly Manifest[]): AdminScan => ({
  undeclared: state.scan.findings.filter(({ isDeclared }) => !isDeclared).slice(0, SHOWN_UNDECLARED),
  undeclaredCount: state.undeclaredCount,
  toConfirm: toConfirm(state, baselines),
  confirmation: confirmationOf(state),
  isReady: isReady(state, baselines),
})
