import { TriangleAlert } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'

/** An error above the catalogue: the user's products could not be loaded. */
export function UnknownAccess({ onRetry, retrying }: { onRetry: () => void; retrying: boolean }) {
  return (
    <div
      role="alert"
      className="mt-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-xl border border-line bg-surface px-5 py-4 text-sm"
    >
      <p className="flex min-w-0 items-start gap-3 text-muted">
        <TriangleAlert aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-warning" />
        Your purchases could not be loaded. Buying and downloading are paused, so that you do not pay twice.
      </p>
      <Button size="sm" onClick={onRetry} busy={retrying}>
        Retry
      </Button>
    </div>
  )
}
