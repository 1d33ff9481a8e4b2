import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react'
import { formatDay } from '#shared/core/format-day.ts'
import { AppLink } from '../../lib/app-link.tsx'
import { formatBytes } from '../../lib/format-bytes.ts'
import { cn } from '../../ui/cn.ts'
import { DataList, type DataListRow } from '../../ui/data/data-list.tsx'
import type { CheckedFile } from './check-file.ts'
import { verdictOf } from './verdict.ts'

const LOOKS = {
  success: { Icon: CircleCheck, className: 'bg-success-soft text-success' },
  warning: { Icon: TriangleAlert, className: 'bg-warning-soft text-warning' },
  danger: { Icon: CircleX, className: 'bg-danger-soft text-danger' },
} as const

const LINK = 'rounded-sm underline decoration-line-strong underline-offset-4 hover:decoration-current'

/** The verdict about a file, and the facts that it is based on. */
export function Result({ checked }: { checked: CheckedFile }) {
  const { tone, title, text } = verdictOf(checked)
  const { Icon, className } = LOOKS[tone]
  return (
    <section aria-label="Result" className="mt-6 rounded-xl border border-line bg-surface">
      <div className="flex gap-4 p-5">
        <span
          aria-hidden="true"
          className={cn('grid size-10 shrink-0 place-items-center rounded-lg', className)}
        >
          <Icon className="size-5" />
        </span>
        <div className="min-w-0">
          <h2 className="font-semibold text-fg text-lg">{title}</h2>
          <p className="mt-1 max-w-copy break-words text-muted">{text}</p>
        </div>
      </div>
      <DataList align="start" rows={rowsOf(checked)} className="border-line border-t px-5" />
    </section>
  )
}

function rowsOf({ name, size, sha256, report, entryCount }: CheckedFile): DataListRow[] {
  const file = [
    { term: 'File', value: `${name} (${formatBytes(size)})` },
    { term: 'SHA-256', value: <span className="break-all font-mono text-[0.8125rem]">{sha256}</span> },
  ]
  if (!('release' in report) || report.release === null) return file
  const { entry, signer, index } = report.release
  return [
    ...file,
    {
      term: 'Product',
      value: (
        <AppLink to={`/products/${entry.product.slug}`} className={LINK}>
          {entry.product.slug}
        </AppLink>
      ),
    },
    { term: 'Version', value: entry.channel === 'beta' ? `${entry.version} (beta)` : entry.version },
    { term: 'Published', value: formatDay(entry.at) },
    { term: 'Signed by', value: `${signer.name}, ${entry.key}` },
    {
      term: 'In the public log',
      value: (
        <>
          <AppLink to={`/log/entry/${index}`} className={LINK}>
            Entry {index}
          </AppLink>
          , counted from 0, of {entryCount} entries
        </>
      ),
    },
  ]
}
