import { useId } from 'react'
import type { Register, RegisterForm as RegisterFields } from '#shared/accounts/contract.ts'
import { AppLink } from '../../lib/app-link.tsx'
import { useLocation } from '../../lib/router/router-context.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { PasswordInput } from '../../ui/forms/password-input.tsx'
import { TurnstileCheck } from '../../ui/forms/turnstile-check.tsx'
import { useLateForm } from '../../ui/forms/use-late-form.ts'
import { FormNotice } from './form-notice.tsx'
import { accountChecks } from './late-account-checks.ts'
import { register as createAccount } from './queries.ts'
import { rememberedReferral } from './referral-memory.ts'
import { showFieldErrors } from './show-field-errors.ts'
import { useSignIn } from './use-sign-in.ts'

/** The address of a guest order whose page led here. The state of a history entry may be anything. */
const readEmail = (state: unknown): string =>
  typeof state === 'object' && state !== null && 'email' in state ? String(state.email) : ''

const titles = { done: 'Registration successful', failed: 'Registration failed' }

export function RegisterForm() {
  const noticeId = useId()
  const { state } = useLocation()
  const { submit, busy, notice, challenge } = useSignIn<Register>(createAccount, {
    titles,
    onFailed: (error) => showFieldErrors(error, ['username', 'password'], setError),
  })
  const { register, handleSubmit, formState, getValues, setError, submitting } = useLateForm(
    accountChecks,
    ({ registerCheck }) => registerCheck,
    { username: '', email: readEmail(state), password: '', confirmPassword: '' } satisfies RegisterFields,
  )
  const { errors } = formState
  const send = ({ confirmPassword: _, ...form }: RegisterFields) =>
    submit({ ...form, referralCode: rememberedReferral() })
  return (
    <form
      // Never by GET: the address would contain the password.
      method="post"
      noValidate
      onSubmit={handleSubmit(send)}
      aria-describedby={notice ? noticeId : undefined}
      className="flex flex-col gap-5"
    >
      <Field label="Username" required error={errors.username?.message}>
        <Input autoComplete="username" autoCapitalize="none" spellCheck={false} {...register('username')} />
      </Field>
      <Field
        label="Email"
        required
        error={errors.email?.message}
        hint="Receipts and download links go to this address."
      >
        <Input type="email" inputMode="email" autoComplete="email" {...register('email')} />
      </Field>
      <Field label="Password" required error={errors.password?.message} hint="At least 8 characters.">
        <PasswordInput autoComplete="new-password" {...register('password', { deps: 'confirmPassword' })} />
      </Field>
      <Field label="Confirm password" required error={errors.confirmPassword?.message}>
        <PasswordInput autoComplete="new-password" {...register('confirmPassword')} />
      </Field>
      {notice ? <FormNotice id={noticeId} tone="danger" text={notice} /> : null}
      {challenge ? (
        <TurnstileCheck
          offer={challenge}
          onSolved={(turnstileToken) => send({ ...getValues(), turnstileToken })}
        />
      ) : null}
      <Button
        type="submit"
        variant="primary"
        block
        busy={submitting || busy}
        busyText="Creating your account..."
      >
        Register
      </Button>
      <p className="text-center text-muted text-xs">
        By registering you accept the{' '}
        <AppLink to="/terms" className="underline underline-offset-2 hover:text-fg">
          terms of service
        </AppLink>{' '}
        and the{' '}
        <AppLink to="/privacy" className="underline underline-offset-2 hover:text-fg">
          privacy notice
        </AppLink>
        .
      </p>
    </form>
  )
}
