import type { FactorMethod } from '#shared/factors/contract.ts'
import { Dialog, DialogContent } from '../../ui/overlays/dialog.tsx'
import { StepUpForm } from './step-up-form.tsx'

export { findMethods } from './step-up-calls.ts'

/** One question. `methods` are the account’s second factors; none: the password is enough. */
export type StepUp = {
  id: number
  open: boolean
  methods: readonly FactorMethod[]
  settle: (isConfirmed: boolean) => void
}

/** The passkey, or else the password, and not the button that closes the dialog. */
function focusForm(event: Event) {
  event.preventDefault()
  const { currentTarget } = event
  if (currentTarget instanceof Element)
    currentTarget.querySelector<HTMLElement>('form button, form input')?.focus()
}

/** Asks for the password, with a code where the account has a second factor, or for a passkey. */
export function StepUpDialog({ stepUp }: { stepUp: StepUp }) {
  const { id, open, methods, settle } = stepUp
  return (
    <Dialog open={open} onOpenChange={(next) => (next ? undefined : settle(false))}>
      <DialogContent
        size="sm"
        title="Confirm it’s you"
        onOpenAutoFocus={focusForm}
        description="We ask for this before important changes, at most once in ten minutes."
      >
        <StepUpForm key={id} methods={methods} onDone={settle} />
      </DialogContent>
    </Dialog>
  )
}
