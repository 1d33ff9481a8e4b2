import { Minus, ShieldAlert } from 'lucide-react'
import type { ProductDetail } from '#shared/catalogue/contract.ts'
import type { ScanSummary } from '#shared/scan/contract.ts'
import { MANIFEST } from '#shared/scan/terms.ts'
import { cn } from '../../../ui/cn.ts'
import { DetailSection } from './detail-section.tsx'
import {
  type Absence,
  absencesOf,
  absencesTitle,
  confirmationLabel,
  scanResult,
  type Touch,
  touchesOf,
} from './touches-labels.ts'

/** What the current release declares, and the result of its scan. */
export function Touches({ product: { scan, fileName } }: { product: ProductDetail }) {
  if (fileName === null) return null
  return (
    <DetailSection title="What this script touches">
      {scan === null ? (
        <p className="max-w-copy text-muted">This release was published before releases were scanned.</p>
      ) : (
        <Declared scan={scan} />
      )}
    </DetailSection>
  )
}

function Declared({ scan }: { scan: ScanSummary }) {
  const { manifest, undeclaredCount } = scan
  const absences = manifest ? absencesOf(manifest) : []
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {manifest ? (
        <>
          <p className="max-w-copy text-muted">
            Declared by the publisher and checked by a scan of the code, which can miss what is hidden. The
            scan does not check the runtime, the chains or the publisher’s explanations.
          </p>
          <TouchRows touches={touchesOf(manifest)} />
          {absences.length > 0 ? (
            <Absences title={absencesTitle(undeclaredCount)} absences={absences} />
          ) : null}
        </>
      ) : (
        <p className="max-w-copy text-muted">
          The publisher declares nothing for this release: it has no {MANIFEST} that can be read.
        </p>
      )}
      <ScanResult scan={scan} />
    </div>
  )
}

const TouchRows = ({ touches }: { touches: readonly Touch[] }) => (
  <dl className="divide-y divide-line rounded-lg border border-line bg-surface text-sm">
    {touches.map(({ term, values, note, isRisky }) => (
      <div
        key={term}
        className="grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-1 px-4 py-3 sm:grid-cols-[10rem_minmax(0,1fr)]"
      >
        <dt className="text-muted">{term}</dt>
        <dd className="wrap-anywhere min-w-0 text-fg">
          <ul className="flex flex-wrap gap-x-4 gap-y-1">
            {values.map(({ text, isName }) => (
              <li
                key={text}
                className={cn(
                  'min-w-0',
                  isName && 'font-mono text-[0.8125rem]',
                  isRisky && 'font-medium text-warning',
                )}
              >
                {text}
              </li>
            ))}
          </ul>
          <Note note={note} />
        </dd>
      </div>
    ))}
  </dl>
)

const Absences = ({ title, absences }: { title: string; absences: readonly Absence[] }) => (
  <div>
    <h3 className="font-medium text-fg">{title}</h3>
    <ul className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-2 text-fg text-sm sm:grid-cols-2">
      {absences.map(({ text, note }) => (
        <li key={text} className="flex gap-2.5">
          <Minus aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-subtle" />
          <div className="wrap-anywhere min-w-0">
            {text}
            <Note note={note} />
          </div>
        </li>
      ))}
    </ul>
  </div>
)

const Note = ({ note }: { note: string | null }) =>
  note === null ? null : <p className="mt-1 text-muted">The publisher says: {note}</p>

function ScanResult({ scan }: { scan: ScanSummary }) {
  const { confirmation, undeclaredCount } = scan
  if (confirmation !== null) {
    return (
      <>
        <div className="flex gap-2.5 rounded-lg bg-warning-soft p-4 text-fg text-sm">
          <ShieldAlert aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-warning" />
          <div className="wrap-anywhere min-w-0 max-w-copy">
            <p>{confirmationLabel(undeclaredCount, confirmation.confirmedAt)}</p>
            <p className="mt-1 whitespace-pre-line">{confirmation.reason}</p>
          </div>
        </div>
        {undeclaredCount === 0 ? <p className="max-w-copy text-muted text-sm">{scanResult(scan)}</p> : null}
      </>
    )
  }
  if (undeclaredCount === 0) return <p className="max-w-copy text-muted text-sm">{scanResult(scan)}</p>
  return (
    <p className="flex gap-2.5 rounded-lg bg-warning-soft p-4 text-fg text-sm">
      <ShieldAlert aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-warning" />
      {scanResult(scan)} Read the scan report before you run the script.
    </p>
  )
}
