import { FileText, Folder } from 'lucide-react'
import { useState } from 'react'
import type { FileEntry } from '#shared/catalogue/contract.ts'
import { formatBytes } from '../../../lib/format-bytes.ts'
import { Button } from '../../../ui/button.tsx'
import { DetailSection } from './detail-section.tsx'
import { fileRows } from './file-rows.ts'

/** The number of rows that a longer list shows at first. */
const FIRST_ROWS = 14

export type FileListProps = { contents: readonly FileEntry[]; fileName: string; fileSize: number }

/** The contents of the archive, shown before the purchase. */
export function FileList({ contents, fileName, fileSize }: FileListProps) {
  const [showAll, setShowAll] = useState(false)
  const rows = fileRows(contents)
  // A button for only one more row would save no space.
  const shown = showAll || rows.length <= FIRST_ROWS + 1 ? rows : rows.slice(0, FIRST_ROWS)
  const unpacked = contents.reduce((sum, { size }) => sum + size, 0)
  return (
    <DetailSection title="What is in the file" aside={`${fileName} · ${formatBytes(fileSize)}`}>
      <ul className="divide-y divide-line rounded-lg border border-line bg-surface font-mono text-[0.8125rem]">
        {shown.map(({ path, name, depth, size, isFolder }) => {
          const Icon = isFolder ? Folder : FileText
          return (
            <li key={path} className="flex items-center justify-between gap-4 px-4 py-2">
              <span
                className="flex min-w-0 items-center gap-2.5 text-fg"
                style={{ paddingLeft: `${Math.min(depth, 6) * 1.25}rem` }}
              >
                <Icon aria-hidden="true" className="size-4 shrink-0 text-subtle" />
                <span className="min-w-0 break-all">{name}</span>
              </span>
              <span className="shrink-0 text-muted">{formatBytes(size)}</span>
            </li>
          )
        })}
      </ul>
      <div className="mt-3 flex min-h-8 flex-wrap items-center justify-between gap-3 text-muted text-sm">
        <p>
          {contents.length} {contents.length === 1 ? 'file' : 'files'}, {formatBytes(unpacked)} unpacked
        </p>
        {shown.length < rows.length ? (
          <Button size="sm" onClick={() => setShowAll(true)}>
            Show all {rows.length} rows
          </Button>
        ) : null}
      </div>
    </DetailSection>
  )
}
