import { KeyRound } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import type { FactorMethod } from '#shared/factors/contract.ts'
import { AppLink } from '../../lib/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { FormNotice } from '../accounts/form-notice.tsx'
import { CodeForm } from './code-form.tsx'
import { webauthn } from './passkeys.ts'
import type { LoginSteps } from './use-login.ts'

const OTHER_WAYS: Record<FactorMethod, string> = {
  passkey: 'Use a passkey',
  app: 'Use your authenticator app',
  recovery_code: 'Use a recovery code',
}

/** After the right password: one of the account's second factors, in place of the password form. */
export function SecondStep({ login, methods }: { login: LoginSteps; methods: FactorMethod[] }) {
  const headingId = useId()
  const [method, setMethod] = useState(methods[0] ?? 'recovery_code')
  function choose(other: FactorMethod) {
    login.clear()
    setMethod(other)
  }
  return (
    <section aria-labelledby={headingId} data-second-step className="flex flex-col gap-5">
      <div>
        <h2 id={headingId} className="font-semibold text-fg text-lg">
          Two-step login
        </h2>
        <p className="mt-1 text-muted text-sm">Your password is right. Now confirm that it is you.</p>
      </div>
      {method === 'passkey' ? <PasskeyStep login={login} /> : null}
      {method === 'app' ? <CodeStep key="app" login={login} field="code" /> : null}
      {method === 'recovery_code' ? <CodeStep key="recovery" login={login} field="recoveryCode" /> : null}
      <ul className="flex flex-col items-start gap-1 border-line border-t pt-4">
        {methods
          .filter((other) => other !== method)
          .map((other) => (
            <li key={other}>
              <Button variant="link" className="min-h-11" onClick={() => choose(other)}>
                {OTHER_WAYS[other]}
              </Button>
            </li>
          ))}
        <li>
          <Button variant="link" className="min-h-11" onClick={login.leave}>
            Back to login
          </Button>
        </li>
      </ul>
      <p className="text-muted text-xs">
        {methods.includes('recovery_code')
          ? 'Lost your device? A recovery code replaces it. '
          : 'Your account has no recovery codes left. '}
        Without any of these,{' '}
        <AppLink to="/#contact" className="underline underline-offset-2 hover:text-fg">
          write to us
        </AppLink>
        .
      </p>
    </section>
  )
}

function PasskeyStep({ login }: { login: LoginSteps }) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    webauthn.preload()
    button.current?.focus()
  }, [])
  return (
    <>
      {login.notice ? <FormNotice tone="danger" text={login.notice} /> : null}
      <Button
        ref={button}
        variant="primary"
        block
        busy={login.busy === 'passkey'}
        busyText="Waiting for your passkey..."
        onClick={login.completeWithPasskey}
      >
        <KeyRound aria-hidden="true" />
        Continue with your passkey
      </Button>
    </>
  )
}

const CodeStep = ({ login, field }: { login: LoginSteps; field: 'code' | 'recoveryCode' }) => (
  <CodeForm
    field={field}
    submitLabel="Continue"
    busy={login.busy === 'code'}
    failure={login.notice}
    onSubmit={login.complete}
  />
)
