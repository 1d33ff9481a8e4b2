import { toIso } from '#shared/core/time.ts'
import {
  type AdminScan,
  type Confirmation,
  type Manifest,
  type Risk,
  type Scan,
  SHOWN_UNDECLARED,
} from '#shared/scan/contract.ts'
import { riskierThan } from '#shared/scan/manifest-rules.ts'

/** The scan of a release and its confirmation. */
export type ScanState = {
  scan: Scan
  undeclaredCount: number
  confirmedAt: number | null
  confirmReason: string | null
}

/** What a release declares beyond the one that is offered. Where that one has no manifest, only its dynamic code. */
export const risksOf = ({ scan }: Pick<ScanState, 'scan'>, offered: Manifest | null): Risk[] =>
  scan.manifest ? riskierThan(offered, scan.manifest) : []

/**
 * What a second admin must confirm though it is declared: what is new, and dynamic code in every version, because no scan
 * can say what it runs this time.
 */
function toConfirm(state: Pick<ScanState, 'scan'>, offered: Manifest | null): Risk[] {
  const dynamic = state.scan.manifest ? riskierThan(null, state.scan.manifest) : []
  return [...dynamic, ...risksOf(state, offered).filter(({ kind }) => kind !== 'dynamic-code')]
}

/** Whether a release can be published: nothing is left to declare or to confirm, or a second admin confirmed it. */
export const isReady = (state: ScanState, offered: Manifest | null): boolean =>
  state.confirmedAt !== null || (state.undeclaredCount === 0 && toConfirm(state, offered).length === 0)

export const confirmationOf = ({
  confirmedAt,
  confirmReason,
}: Pick<ScanState, 'confirmedAt' | 'confirmReason'>): Confirmation | null =>
  confirmedAt === null || confirmReason === null
    ? null
    : { reason: confirmReason, confirmedAt: toIso(confirmedAt) }

export const toAdminScan = (state: ScanState, offered: Manifest | null): AdminScan => ({
  undeclared: state.scan.findings.filter(({ isDeclared }) => !isDeclared).slice(0, SHOWN_UNDECLARED),
  undeclaredCount: state.undeclaredCount,
  toConfirm: toConfirm(state, offered),
  confirmation: confirmationOf(state),
  isReady: isReady(state, offered),
})
