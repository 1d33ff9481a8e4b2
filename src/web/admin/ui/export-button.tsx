import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { MouseEvent } from 'react'
import type { ExportName } from '#shared/exports/contract.ts'
import { apiFetch } from '../../lib/api.ts'
import { saveFile } from '../../lib/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { failureToast } from './failure-toast.ts'
import { ForRole } from './for-role.tsx'

export type ExportButtonProps = {
  of: ExportName
  /** The filter of the list beside the button. Empty values are ignored. */
  filter?: Record<string, string | null | undefined>
  /** The list shows less than the file will have. */
  narrowed?: boolean
  /** Where two exports stand side by side. */
  label?: string
}

/**
 * For owners. A link to the CSV. A click downloads it by `fetch`, so that the shop can ask for a proof of identity, and
 * an interrupted file is not saved.
 */
export function ExportButton({ of, filter = {}, narrowed = false, label }: ExportButtonProps) {
  const path = exportPath(of, filter)
  const { mutate, isPending } = useMutation({
    mutationFn: download,
    onSuccess: ({ file, name }) => saveFile(file, name ?? `${of}.csv`),
    onError: failureToast('The list was not exported'),
  })
  function onClick(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    if (!isPending) mutate(path)
  }
  return (
    <ForRole least="owner">
      <Button asChild size="sm">
        <a
          href={path}
          download
          target="_blank"
          rel="noreferrer"
          aria-busy={isPending || undefined}
          onClick={onClick}
        >
          {isPending ? <Spinner size="sm" /> : <Download aria-hidden="true" />}
          {label ?? (narrowed ? 'Export all as CSV' : 'Export CSV')}
        </a>
      </Button>
    </ForRole>
  )
}

async function download(path: string) {
  const response = await apiFetch(path)
  const disposition = response.headers.get('content-disposition') ?? ''
  return { file: await response.blob(), name: /filename="([^"]+)"/.exec(disposition)?.[1] }
}

function exportPath(of: ExportName, filter: NonNullable<ExportButtonProps['filter']>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(filter)) if (value) search.set(name, value)
  const query = search.size > 0 ? `?${search}` : ''
  return `/api/secure-management/exports/${of}.csv${query}`
}
