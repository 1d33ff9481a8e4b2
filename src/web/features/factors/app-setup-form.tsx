import type { AppSetup } from '#shared/factors/contract.ts'
import { Button } from '../../ui/button.tsx'
import { Copyable } from '../../ui/data/copyable.tsx'
import { CodeForm } from './code-form.tsx'
import { confirmApp } from './factor-queries.ts'
import { QrCode } from './qr-code.tsx'
import { changeToast, useFactorChange } from './use-factor-change.ts'

export type AppSetupFormProps = {
  setup: AppSetup
  onClose: () => void
  onCodes: (codes: string[]) => void
}

/** The QR code, the secret for typing, and the first code as a proof that the app has it. */
export function AppSetupForm({ setup, onClose, onCodes }: AppSetupFormProps) {
  const { submit, busy, failure } = useFactorChange(confirmApp, {
    onDone: (answer) => {
      changeToast(answer)
      if (answer.data.recoveryCodes) onCodes(answer.data.recoveryCodes)
      else onClose()
    },
  })
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-col gap-5 sm:flex-row sm:items-center">
        <QrCode text={setup.uri} label="QR code for your authenticator app" />
        <div className="flex min-w-0 flex-col gap-3 text-muted text-sm">
          <p>
            Or type this key into the app:
            <Copyable
              value={setup.secret}
              label="the key"
              display={setup.secret.match(/.{1,4}/g)?.join(' ') ?? setup.secret}
              className="mt-1 min-h-11 *:whitespace-normal *:text-left"
            />
          </p>
          <p>
            Is the app on this device?{' '}
            <a href={setup.uri} className="underline underline-offset-2 hover:text-fg">
              Open it
            </a>
          </p>
        </div>
      </div>
      <CodeForm
        field="code"
        focusFirst={false}
        submitLabel="Confirm"
        busy={busy}
        failure={failure}
        onSubmit={({ code = '' }, options) => submit(code, options)}
      >
        <Button onClick={onClose}>Cancel</Button>
      </CodeForm>
    </div>
  )
}
