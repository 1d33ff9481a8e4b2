import { useEffect } from 'react'
import { useNavigate } from '../../lib/router/router-context.ts'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { type ToastOptions, toast } from '../../ui/overlays/toast.ts'

export type RedirectWithToastProps = {
  to: string
  message: ToastOptions
  /** The message that the target page repeats. */
  notice?: string | undefined
  onLeave?: () => void
}

/** Redirects to another page and shows the reason in a toast. */
export function RedirectWithToast({ to, message, notice, onLeave }: RedirectWithToastProps) {
  const navigate = useNavigate()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with the props at mount
  useEffect(() => {
    onLeave?.()
    toast(message)
    navigate(to, { replace: true, state: notice === undefined ? null : { notice } })
  }, [])
  return (
    <div className="grid min-h-dvh place-items-center text-muted">
      <Spinner size="lg" label="Redirecting" />
    </div>
  )
}
