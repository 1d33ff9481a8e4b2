import { RotateCw } from 'lucide-react'
import type { AdminRelease } from '#shared/catalogue/manage-contract.ts'
import { Button } from '../../ui/button.tsx'
import { FileDrop } from '../../ui/forms/file-drop.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { checkDamaged, RELEASES_PATH } from './products-queries.ts'
import { refuseFile } from './upload-checks.ts'
import { UploadProgress } from './upload-progress.tsx'
import { useReleaseMutation } from './use-release-mutation.ts'
import { useUpload } from './use-upload.ts'

const REPAIRED = { done: 'File Repaired', failed: 'File Not Repaired' }

/** A download found other bytes in the store: the ways to repair the release. */
export function DamagedFile({ release: { id, version } }: { release: AdminRelease }) {
  const check = useReleaseMutation(checkDamaged, { ...REPAIRED, after: () => undefined })
  const { share, send, cancel } = useUpload(REPAIRED)

  async function repair(file: File) {
    const refusal = await refuseFile(file)
    if (refusal) toast({ title: refusal.title, description: refusal.message, tone: 'destructive' })
    else await send({ path: `${RELEASES_PATH}/${id}/file`, field: 'file', file })
  }

  return (
    <section
      aria-label={`Damaged file of v${version}`}
      className="grid gap-3 rounded-lg bg-danger-soft p-4 text-sm"
    >
      <p className="text-fg">
        The stored file is damaged: its SHA-256 is another one, and nobody can download it. Check it again, or
        upload a copy. Only the same file is accepted.
      </p>
      {share === null ? (
        <>
          <FileDrop label="Choose a copy" accept=".zip,application/zip" onFile={repair} />
          <Button
            size="sm"
            className="justify-self-start"
            busy={check.isPending}
            onClick={() => check.mutate(id)}
          >
            <RotateCw aria-hidden="true" />
            Check again
          </Button>
        </>
      ) : (
        <UploadProgress name={`v${version}`} share={share} onCancel={cancel} />
      )}
    </section>
  )
}
