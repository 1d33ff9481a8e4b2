import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { type ToastOptions, toast } from '../../ui/overlays/toast.ts'

export type RedirectWithToastProps = {
  to: string
  message: ToastOptions
  /** Said again on the page it leads to. */
  notice?: string | undefined
  onLeave?: () => void
}

/** Leaves this page for another and says why. */
export function RedirectWithToast({ to, message, notice, onLeave }: RedirectWithToastProps) {
  const navigate = useNavigate()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with what it was mounted with
  useEffect(() => {
    onLeave?.()
    toast(message)
    navigate(to, { replace: true, state: notice === undefined ? null : { notice } })
  }, [])
  return (
    <div className="grid min-h-96 place-items-center text-muted">
      <Spinner size="lg" label="Redirecting" />
    </div>
  )
}
