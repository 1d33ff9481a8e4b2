import type { Comparison, Risk } from '#shared/scan/contract.ts'
import { describeRisk } from '#shared/scan/describe-risk.ts'
import { cn } from '../../../ui/cn.ts'
import { Badge } from '../../../ui/data/badge.tsx'
import { type DiffLine, diffLines } from './diff-lines.ts'
import { CodeRegion, FileDisclosure } from './file-disclosure.tsx'

type FileChange = Comparison['files'][number]

const CHANGES = {
  added: { label: 'Added', tone: 'success' },
  removed: { label: 'Removed', tone: 'danger' },
  changed: { label: 'Changed', tone: 'neutral' },
} as const

const LINES: Record<DiffLine['kind'], string> = {
  added: 'bg-success-soft text-success',
  removed: 'bg-danger-soft text-danger',
  place: 'text-muted',
  same: '',
}

export function ComparisonResult({
  comparison: { from, to, more, less, files },
}: {
  comparison: Comparison
}) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <p role="status" className="wrap-anywhere text-muted text-sm">
        From version {from} to version {to}:{' '}
        {files.length === 0
          ? 'no file differs.'
          : `${files.length} ${files.length === 1 ? 'file differs' : 'files differ'}.`}
        {more.length + less.length === 0
          ? ' No difference in what the two declare, or one of them declares nothing.'
          : ''}
      </p>
      {more.length > 0 ? <Risks title="Declares more" risks={more} /> : null}
      {less.length > 0 ? <Risks title="Declares less" risks={less} /> : null}
      {files.length > 0 ? (
        <div>
          <h3 className="font-medium text-fg">Files</h3>
          <ul className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-2">
            {files.map((file) => (
              <li key={`${from} ${to} ${file.path}`}>
                <FileDisclosure
                  path={file.path}
                  aside={<Badge tone={CHANGES[file.change].tone}>{CHANGES[file.change].label}</Badge>}
                >
                  <FileDiff file={file} />
                </FileDisclosure>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </div>
  )
}

const Risks = ({ title, risks }: { title: string; risks: readonly Risk[] }) => (
  <div>
    <h3 className="font-medium text-fg">{title}</h3>
    <ul className="mt-2 grid list-disc grid-cols-[minmax(0,1fr)] gap-1 ps-5 text-fg text-sm">
      {risks.map((risk) => (
        <li key={`${risk.kind} ${risk.value}`} className="wrap-anywhere">
          {describeRisk(risk)}
        </li>
      ))}
    </ul>
  </div>
)

function FileDiff({ file: { path, diff } }: { file: FileChange }) {
  if (diff === null)
    return <p className="text-muted text-sm">Not shown: it is not text, or it is too long.</p>
  const lines = diffLines(diff)
  if (lines.length === 0) return <p className="text-muted text-sm">No line of text differs.</p>
  return (
    <CodeRegion label={`The changes of ${path}`}>
      {lines.map(({ number, text, kind }) => (
        <span key={number} className={cn('block min-h-5', LINES[kind])}>
          {text}
        </span>
      ))}
    </CodeRegion>
  )
}
