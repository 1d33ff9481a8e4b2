import { useState } from 'react'
import type { AppSetup, PasskeyView } from '#shared/factors/contract.ts'
import { Dialog, DialogContent } from '../../ui/overlays/dialog.tsx'
import { AppSetupForm } from './app-setup-form.tsx'
import { addPasskey, renamePasskey } from './factor-queries.ts'
import { PasskeyNameForm } from './passkey-name-form.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { RenewCodes } from './renew-codes.tsx'
import { changeToast, useFactorChange } from './use-factor-change.ts'

export type FactorDialogView =
  | { name: 'passkey' }
  | { name: 'rename'; passkey: PasskeyView }
  | { name: 'app'; setup: AppSetup }
  | { name: 'renew' }
  | { name: 'codes'; codes: string[] }

type FactorDialogProps = { view: FactorDialogView | null; onView: (view: FactorDialogView | null) => void }

const TITLES: Record<FactorDialogView['name'], { title: string; description: string }> = {
  passkey: {
    title: 'Add a passkey',
    description:
      'Your browser asks for your fingerprint, face, screen lock or security key. All your other devices are logged out.',
  },
  rename: { title: 'Rename the passkey', description: 'The name is only for this list.' },
  app: {
    title: 'Set up an authenticator app',
    description:
      'Scan the code with the app, then enter the 6 digits that it shows. All your other devices are logged out.',
  },
  renew: {
    title: 'Make new recovery codes?',
    description: 'Your current codes will then stop working.',
  },
  codes: {
    title: 'Save your recovery codes',
    description:
      'With your password, each of them opens your account once if you do not have your passkey or app. They are shown only now.',
  },
}

/** One dialog for all steps, so that the recovery codes follow the first factor in place. */
export function FactorDialog({ view, onView }: FactorDialogProps) {
  // While the dialog closes, it keeps its content.
  const [shown, setShown] = useState(view)
  if (view !== null && view !== shown) setShown(view)
  if (!shown) return null
  const close = () => onView(null)
  const showCodes = (codes: string[]) => onView({ name: 'codes', codes })
  return (
    <Dialog open={view !== null} onOpenChange={(open) => (open ? undefined : close())}>
      <DialogContent
        {...TITLES[shown.name]}
        // A click beside the dialog must not lose the codes.
        onInteractOutside={(event) => shown.name === 'codes' && event.preventDefault()}
      >
        <Content view={shown} onClose={close} onCodes={showCodes} />
      </DialogContent>
    </Dialog>
  )
}

type ContentProps = { view: FactorDialogView; onClose: () => void; onCodes: (codes: string[]) => void }

function Content({ view, onClose, onCodes }: ContentProps) {
  switch (view.name) {
    case 'passkey':
      return <AddPasskey onClose={onClose} onCodes={onCodes} />
    case 'rename':
      return <RenamePasskey passkey={view.passkey} onClose={onClose} />
    case 'app':
      return <AppSetupForm setup={view.setup} onClose={onClose} onCodes={onCodes} />
    case 'renew':
      return <RenewCodes onClose={onClose} onCodes={onCodes} />
    case 'codes':
      return <RecoveryCodes codes={view.codes} onClose={onClose} />
  }
}

function AddPasskey({ onClose, onCodes }: Omit<ContentProps, 'view'>) {
  const { submit, busy, failure } = useFactorChange(addPasskey, {
    onDone: (answer) => {
      changeToast(answer)
      if (answer.data.recoveryCodes) onCodes(answer.data.recoveryCodes)
      else onClose()
    },
  })
  return (
    <PasskeyNameForm
      name=""
      submitLabel="Continue"
      busyText="Waiting for your device..."
      busy={busy}
      failure={failure}
      onSubmit={submit}
      onCancel={onClose}
    />
  )
}

function RenamePasskey({ passkey, onClose }: { passkey: PasskeyView; onClose: () => void }) {
  const { submit, busy, failure } = useFactorChange(renamePasskey, { onDone: onClose })
  return (
    <PasskeyNameForm
      name={passkey.name}
      submitLabel="Save"
      busyText="Saving..."
      busy={busy}
      failure={failure}
      onSubmit={(name) => submit({ id: passkey.id, name })}
      onCancel={onClose}
    />
  )
}
