import { useRef, useState } from 'react'
import { formatMoment } from '#shared/core/format-day.ts'
import type { LockdownState } from '#shared/lockdown/contract.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogContent } from '../../ui/overlays/dialog.tsx'
import { LockdownForm } from './lockdown-form.tsx'
import { LockdownReport } from './lockdown-report.tsx'
import type { LockdownView } from './lockdown-view.ts'

export type LockdownDialogProps = {
  view: LockdownView | null
  /** Undefined until it is loaded. */
  state: LockdownState | undefined
  onView: (view: LockdownView | null) => void
}

/** The form and, once the account is locked down, the report, which stays until it is closed. */
export function LockdownDialog({ view, state, onView }: LockdownDialogProps) {
  const toPassword = useRef(false)
  // While the dialog closes, it keeps its content.
  const [shown, setShown] = useState(view)
  if (view !== null && view !== shown) setShown(view)
  const report = shown === 'lockdown-report' ? (state?.last ?? null) : null
  // Without a report, for example from an old mail, the form opens. While loading, neither does.
  const isOpen = view === 'lockdown' || (view === 'lockdown-report' && state !== undefined)

  function giveFocus(event: Event) {
    if (!toPassword.current) return
    toPassword.current = false
    event.preventDefault()
    document.querySelector<HTMLInputElement>('#change-password input:not([hidden])')?.focus()
  }

  function changePassword() {
    toPassword.current = true
    onView(null)
  }

  return (
    <Dialog open={isOpen} onOpenChange={(open) => (open ? undefined : onView(null))}>
      <DialogContent
        size={report ? 'lg' : 'md'}
        title={report ? 'Your account was locked down' : 'Lock down your account?'}
        description={
          report
            ? `On ${formatMoment(report.lockedAt)}. An email to you lists what was done and what to do next.`
            : 'Do this if somebody may control your machine or your wallet. It happens at once and cannot be undone.'
        }
        footer={report ? <Button onClick={() => onView(null)}>Close</Button> : undefined}
        onCloseAutoFocus={giveFocus}
      >
        {report ? (
          <LockdownReport report={report} onChangePassword={changePassword} />
        ) : (
          <LockdownForm
            counts={state?.counts}
            onCancel={() => onView(null)}
            onDone={() => onView('lockdown-report')}
          />
        )}
      </DialogContent>
    </Dialog>
  )
}
