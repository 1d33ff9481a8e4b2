import { useMutation, useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { FactorMethod } from '#shared/factors/contract.ts'
import { ApiError, reasonOf } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { PasswordInput } from '../../ui/forms/password-input.tsx'
import { FormNotice } from '../accounts/form-notice.tsx'
import { showFieldErrors } from '../accounts/show-field-errors.ts'
import { confirmWithPasskey, confirmWithPassword, methodsAskedBy } from './step-up-calls.ts'

type Form = { password: string; code: string; recoveryCode: string }

/** The codes that the form can ask for beside the password. */
type Code = 'code' | 'recoveryCode'

const codesOf = (methods: readonly FactorMethod[]): Code[] => [
  ...(methods.includes('app') ? (['code'] as const) : []),
  ...(methods.includes('recovery_code') ? (['recoveryCode'] as const) : []),
]

const NO_PASSKEY = 'The passkey was not used. Please try again.'
const NO_WEBAUTHN = 'This browser has no passkeys. Use another way, or another browser.'
const FAILED = 'You could not be confirmed. Please try again.'

export type StepUpFormProps = {
  methods: readonly FactorMethod[]
  onDone: (isConfirmed: boolean) => void
}

export function StepUpForm({ methods: known, onDone }: StepUpFormProps) {
  const failureId = useId()
  const client = useQueryClient()
  const [methods, setMethods] = useState(known)
  const [chosen, setChosen] = useState<Code | null>(null)
  const { register, handleSubmit, formState, setError, setFocus } = useForm<Form>({
    defaultValues: { password: '', code: '', recoveryCode: '' },
  })
  const codes = codesOf(methods)
  const code = codes.find((one) => one === chosen) ?? codes[0] ?? null
  const other = codes.find((one) => one !== code)
  const hasPasskey = methods.includes('passkey')
  // The password alone is not enough for an account whose only factor is a passkey.
  const takesPassword = !hasPasskey || code !== null

  const onSuccess = () => {
    onDone(true)
    client.invalidateQueries({ queryKey: ['/api/user/factors'] })
  }
  const password = useMutation({
    mutationFn: (form: Form) =>
      confirmWithPassword({ password: form.password, ...(code && { [code]: form[code] }) }),
    onSuccess,
    onError: (error) => {
      const asked = methodsAskedBy(error)
      if (asked) setMethods(asked)
      else if (isWrongPassword(error))
        setError('password', { message: 'This password is not right.' }, { shouldFocus: true })
      else showFieldErrors<Form>(error, ['code', 'recoveryCode'], setError)
    },
  })
  const passkey = useMutation({ mutationFn: confirmWithPasskey, onSuccess })
  const failure = failureOf(password.error) ?? (passkey.error ? passkeyFailureOf(passkey.error) : null)

  // A field that appears, because the server or the user asked for it, gets the focus.
  const isLater = methods !== known || chosen !== null
  useEffect(() => {
    if (isLater && code) setFocus(code)
  }, [isLater, code, setFocus])

  function submit(form: Form) {
    passkey.reset()
    password.mutate(form)
  }

  function withPasskey() {
    password.reset()
    passkey.mutate()
  }

  return (
    <form
      method="post"
      noValidate
      aria-label="Confirm it’s you"
      onSubmit={handleSubmit(submit)}
      aria-describedby={failure ? failureId : undefined}
      className="flex flex-col gap-5"
    >
      {hasPasskey ? (
        <>
          <Button variant="primary" size="lg" block busy={passkey.isPending} onClick={withPasskey}>
            <KeyRound aria-hidden="true" />
            Use a passkey
          </Button>
          {takesPassword ? <Or /> : null}
        </>
      ) : null}
      {takesPassword ? (
        <Field label="Password" required error={formState.errors.password?.message}>
          <PasswordInput {...register('password', { required: 'Enter your password' })} />
        </Field>
      ) : null}
      {code ? (
        <Field
          key={code}
          label={LABELS[code].label}
          required
          error={formState.errors[code]?.message}
          aside={
            other ? (
              <Button variant="link" className="font-normal text-muted" onClick={() => setChosen(other)}>
                {LABELS[other].choice}
              </Button>
            ) : null
          }
        >
          <Input {...LABELS[code].input} {...register(code, LABELS[code].rules)} />
        </Field>
      ) : null}
      <div role="status" className="empty:-mt-5">
        {failure ? <FormNotice id={failureId} tone="danger" text={failure} /> : null}
      </div>
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={() => onDone(false)}>Cancel</Button>
        {takesPassword ? (
          <Button
            type="submit"
            variant={hasPasskey ? 'secondary' : 'primary'}
            busy={password.isPending}
            busyText="Confirming..."
          >
            Confirm
          </Button>
        ) : null}
      </div>
    </form>
  )
}

const Or = () => (
  <p className="flex items-center gap-3 text-muted text-xs before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
    or
  </p>
)

const LABELS = {
  code: {
    label: 'Code from your app',
    choice: 'Use your app',
    input: { autoComplete: 'one-time-code', inputMode: 'numeric', maxLength: 12 },
    rules: {
      required: 'Enter the 6 digits that your app shows',
      pattern: { value: /^\s*(\d\s*){6}$/, message: 'Enter the 6 digits that your app shows' },
    },
  },
  recoveryCode: {
    label: 'Recovery code',
    choice: 'Use a recovery code',
    input: { autoComplete: 'off', autoCapitalize: 'characters', spellCheck: false, maxLength: 40 },
    rules: {
      required: 'Enter one of your recovery codes',
      pattern: { value: /^\s*([a-z\d][\s-]*){16}$/i, message: 'Enter one of your recovery codes' },
    },
  },
} as const

const codeOf = (error: unknown) =>
  error instanceof ApiError ? (error.data as { code?: unknown } | undefined)?.code : undefined

const isWrongPassword = (error: unknown) => codeOf(error) === 'wrong-password'

/** The error above the buttons; null where a field shows the error. */
function failureOf(error: unknown): string | null {
  if (!error || methodsAskedBy(error)) return null
  return isWrongPassword(error) || codeOf(error) === 'wrong_code' ? null : reasonOf(error, FAILED)
}

function passkeyFailureOf(error: unknown): string {
  if (error instanceof ApiError) return reasonOf(error, FAILED)
  return 'PublicKeyCredential' in globalThis ? NO_PASSKEY : NO_WEBAUTHN
}
