import { Download } from 'lucide-react'
import type { ExportName } from '#shared/exports/contract.ts'
import { Button } from '../../ui/button.tsx'
import { ForRole } from './for-role.tsx'

export type ExportButtonProps = {
  of: ExportName
  /** The filter of the list beside the button. Empty values are ignored. */
  filter?: Record<string, string | null | undefined>
  /** The list shows less than the file will have. */
  narrowed?: boolean
}

/** For owners. A plain link to the CSV: the browser shows the progress, and a refusal opens as a page. */
export function ExportButton({ of, filter = {}, narrowed = false }: ExportButtonProps) {
  return (
    <ForRole least="owner">
      <Button asChild size="sm">
        <a href={exportPath(of, filter)} download target="_blank" rel="noreferrer">
          <Download aria-hidden="true" />
          {narrowed ? 'Export all as CSV' : 'Export CSV'}
        </a>
      </Button>
    </ForRole>
  )
}

function exportPath(of: ExportName, filter: NonNullable<ExportButtonProps['filter']>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(filter)) if (value) search.set(name, value)
  const query = search.size > 0 ? `?${search}` : ''
  return `/api/secure-management/exports/${of}.csv${query}`
}
