import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { formatNumber } from '#shared/core/format-number.ts'
import type { Finding, ShownText } from '#shared/scan/contract.ts'
import { ANY, FINDING_TITLES } from '#shared/scan/terms.ts'
import { reasonOf } from '../../../lib/api.ts'
import { Button } from '../../../ui/button.tsx'
import { Badge } from '../../../ui/data/badge.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { VisuallyHidden } from '../../../ui/layout/visually-hidden.tsx'
import { scanReportQuery } from '../queries.ts'
import { DetailSection } from './detail-section.tsx'
import { CodeRegion, FileDisclosure } from './file-disclosure.tsx'

/** The whole scan of the current release, loaded when a visitor asks for it. */
export function ScanReportSection({ productId }: { productId: number }) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <DetailSection title="Scan report">
      <p className="max-w-copy text-muted">
        Each line of code that the scan reports, and texts from the archive to read before you buy.
      </p>
      <Button
        className="mt-4"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? 'Hide the scan report' : 'Show the scan report'}
      </Button>
      {isOpen ? (
        <div id={id} className="mt-6">
          <Report productId={productId} />
        </div>
      ) : null}
    </DetailSection>
  )
}

function Report({ productId }: { productId: number }) {
  const { data, error, isFetching, refetch } = useQuery(scanReportQuery(productId))
  if (data) {
    const { version, scan, texts } = data
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
        <Findings version={version} findings={scan.findings} count={scan.findingCount} />
        {texts.length > 0 ? <Texts texts={texts} /> : null}
      </div>
    )
  }
  if (!error) return <ReportSkeleton />
  return (
    <ErrorState
      title="The scan report could not be loaded"
      text={reasonOf(error, 'The shop did not answer. Try again in a moment.')}
      onRetry={refetch}
      retrying={isFetching}
    />
  )
}

const ReportSkeleton = () => (
  <div className="grid gap-3">
    <VisuallyHidden role="status">Loading the scan report</VisuallyHidden>
    <Skeleton className="h-5 w-48" />
    <Skeleton className="h-20 rounded-lg" />
    <Skeleton className="h-20 rounded-lg" />
    <Skeleton className="h-20 rounded-lg" />
  </div>
)

function Findings({ version, findings, count }: { version: string; findings: Finding[]; count: number }) {
  const kinds = [...new Set(findings.map(({ kind }) => kind))]
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div>
        <h3 className="wrap-anywhere font-medium text-fg">What the scan found in version {version}</h3>
        {findings.length === 0 ? <p className="mt-1 text-muted text-sm">Nothing.</p> : null}
        {count > findings.length ? (
          <p className="mt-1 text-muted text-sm">
            The first {findings.length} of {formatNumber(count)} are listed.
          </p>
        ) : null}
      </div>
      {kinds.map((kind) => (
        <div key={kind}>
          <h4 className="font-medium text-fg text-sm">{FINDING_TITLES[kind]}</h4>
          <ul className="mt-2 divide-y divide-line rounded-lg border border-line bg-surface">
            {findings
              .filter((finding) => finding.kind === kind)
              .map((finding) => (
                <FindingItem key={`${finding.value} ${finding.path} ${finding.line}`} finding={finding} />
              ))}
          </ul>
        </div>
      ))}
    </div>
  )
}

const FindingItem = ({ finding: { value, path, line, code, isDeclared } }: { finding: Finding }) => (
  <li className="wrap-anywhere grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1 px-4 py-3 text-sm">
    <div className="flex items-start justify-between gap-3">
      <p className="min-w-0 text-fg">
        {value === ANY ? (
          'Only known when it runs'
        ) : (
          <span className="font-mono text-[0.8125rem]">{value}</span>
        )}
      </p>
      <Badge tone={isDeclared ? 'neutral' : 'warning'} className="shrink-0">
        {isDeclared ? 'Declared' : 'Not declared'}
      </Badge>
    </div>
    <p className="font-mono text-muted text-xs">
      {path}:{line}
    </p>
    {code === '' ? null : <code className="min-w-0 text-fg text-xs">{code}</code>}
  </li>
)

const Texts = ({ texts }: { texts: readonly ShownText[] }) => (
  <div>
    <h3 className="font-medium text-fg">Texts from the archive</h3>
    <ul className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-2">
      {texts.map(({ path, text, isCut }) => (
        <li key={path}>
          <FileDisclosure path={path}>
            <CodeRegion label={`The text of ${path}`}>{text}</CodeRegion>
            {isCut ? <p className="mt-2 text-muted text-sm">The rest is in the file.</p> : null}
          </FileDisclosure>
        </li>
      ))}
    </ul>
  </div>
)
