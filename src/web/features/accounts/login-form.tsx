import { useEffect, useId, useState } from 'react'
import { AppLink } from '../../lib/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { PasswordInput } from '../../ui/forms/password-input.tsx'
import { TurnstileCheck } from '../../ui/forms/turnstile-check.tsx'
import { useLateForm } from '../../ui/forms/use-late-form.ts'
import { PasskeyLogin } from '../factors/passkey-login.tsx'
import { SecondStep } from '../factors/second-step.tsx'
import { type LoginSteps, useLogin } from '../factors/use-login.ts'
import { FormNotice } from './form-notice.tsx'
import { accountChecks } from './late-account-checks.ts'

/** The login by password, with a second step for an account with a second factor, or by a passkey alone. */
export function LoginForm() {
  const login = useLogin()
  if (login.methods) return <SecondStep login={login} methods={login.methods} />
  return (
    <>
      <PasswordForm login={login} />
      <PasskeyLogin login={login} />
      <p className="mt-5 text-center text-muted text-sm">
        Bought without an account?{' '}
        <Button asChild variant="link">
          <AppLink to="/find-purchase">Find your purchase</AppLink>
        </Button>
      </p>
    </>
  )
}

function PasswordForm({ login }: { login: LoginSteps }) {
  const noticeId = useId()
  const { notice, challenge } = login
  const { register, handleSubmit, formState, getValues, setFocus, submitting } = useLateForm(
    accountChecks,
    ({ loginCheck }) => loginCheck,
    { username: login.username, password: '' },
  )
  const { errors } = formState
  const [isBack] = useState(login.username !== '')
  useEffect(() => {
    if (isBack) setFocus('password')
  }, [isBack, setFocus])
  return (
    <form
      // Never by GET: the address would contain the password.
      method="post"
      noValidate
      onSubmit={handleSubmit((form) => login.logIn(form))}
      aria-describedby={notice ? noticeId : undefined}
      className="flex flex-col gap-5"
    >
      <Field label="Username or email" required error={errors.username?.message}>
        <Input autoComplete="username" autoCapitalize="none" spellCheck={false} {...register('username')} />
      </Field>
      <Field
        label="Password"
        required
        error={errors.password?.message}
        aside={
          <Button asChild variant="link" className="font-normal text-muted">
            <AppLink to="/forgot-password">Forgot password?</AppLink>
          </Button>
        }
      >
        <PasswordInput autoComplete="current-password" {...register('password')} />
      </Field>
      {notice ? <FormNotice id={noticeId} tone="danger" text={notice} /> : null}
      {challenge ? (
        <TurnstileCheck
          offer={challenge}
          onSolved={(turnstileToken) => login.logIn({ ...getValues(), turnstileToken })}
        />
      ) : null}
      <Button
        type="submit"
        variant="primary"
        block
        busy={submitting || login.busy === 'password'}
        busyText="Logging in..."
      >
        Login
      </Button>
    </form>
  )
}
