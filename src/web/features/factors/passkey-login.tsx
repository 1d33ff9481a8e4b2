import { KeyRound } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { webauthn } from './passkeys.ts'
import type { LoginSteps } from './use-login.ts'

/** Below a form with a password: the login by a passkey alone. */
export function PasskeyLogin({ login }: { login: LoginSteps }) {
  return (
    <div className="mt-5 flex flex-col gap-5">
      <p className="flex items-center gap-3 text-subtle text-xs before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
      <Button
        block
        busy={login.busy === 'passkey'}
        disabled={login.busy === 'password'}
        busyText="Waiting for your passkey..."
        onPointerEnter={webauthn.preload}
        onFocus={webauthn.preload}
        onClick={login.logInWithPasskey}
      >
        <KeyRound aria-hidden="true" />
        Use a passkey
      </Button>
    </div>
  )
}
