import type { PasskeyView } from '#shared/factors/contract.ts'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { removeApp, removePasskey } from './factor-queries.ts'
import { changeToast, useFactorChange } from './use-factor-change.ts'

export type Removed = PasskeyView | 'app'

type RemoveFactorDialogProps = { removed: Removed; isLast: boolean; onClose: () => void }

export function RemoveFactorDialog({ removed, isLast, onClose }: RemoveFactorDialogProps) {
  const isApp = removed === 'app'
  const { submit, busy } = useFactorChange(() => (isApp ? removeApp() : removePasskey(removed.id)), {
    failed: 'Nothing was removed',
    onDone: (answer) => {
      changeToast(answer)
      onClose()
    },
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={isApp ? 'Remove the authenticator app?' : `Remove the passkey “${removed.name}”?`}
      description={
        <>
          {isLast
            ? 'It is your last one: two-step login is off then, your recovery codes end, and your password alone opens your account.'
            : 'It no longer opens your account.'}{' '}
          All your other devices are logged out. {isApp ? APP_LEFTOVER : PASSKEY_LEFTOVER}
        </>
      }
      confirmLabel={isApp ? 'Remove the app' : 'Remove the passkey'}
      busy={busy}
      onConfirm={() => submit()}
    />
  )
}

const APP_LEFTOVER = 'Delete the entry in the app yourself.'
const PASSKEY_LEFTOVER = 'Your device or password manager keeps its copy until you delete it there.'
