import { Button } from '../../ui/button.tsx'
import { Progress } from '../../ui/feedback/progress.tsx'
import { VisuallyHidden } from '../../ui/layout/visually-hidden.tsx'

export type UploadProgressProps = { name: string; share: number; onCancel: () => void }

/** Screen readers announce steps of 25 percent: every percent would be too many announcements. */
const saidOf = (share: number) =>
  share >= 1 ? 'Uploaded, being checked' : `${Math.floor(share * 4) * 25} percent uploaded`

export function UploadProgress({ name, share, onCancel }: UploadProgressProps) {
  const percent = Math.floor(share * 100)
  return (
    <div className="flex items-end gap-4">
      <Progress
        value={share >= 1 ? null : percent}
        label={`Uploading ${name}`}
        detail={share >= 1 ? 'Checking…' : `${percent}%`}
        className="flex-1"
      />
      <Button size="sm" onClick={onCancel}>
        Cancel upload
      </Button>
      <VisuallyHidden role="status" aria-live="polite">
        {saidOf(share)}
      </VisuallyHidden>
    </div>
  )
}
