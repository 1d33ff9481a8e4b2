import { zodResolver } from '@hookform/resolvers/zod'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import { type Login, loginSchema } from '#shared/accounts/contract.ts'
import { AppLink } from '../../lib/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { PasswordInput } from '../../ui/forms/password-input.tsx'
import { FormNotice } from './form-notice.tsx'
import { logIn } from './queries.ts'
import { useSignIn } from './use-sign-in.ts'

const titles = { done: 'Login successful', failed: 'Login failed' }

export function LoginForm() {
  const failureId = useId()
  const { submit, busy, failure } = useSignIn<Login>(logIn, titles)
  const { register, handleSubmit, formState } = useForm<Login>({
    resolver: zodResolver(loginSchema),
    defaultValues: { username: '', password: '' },
  })
  const { errors } = formState
  return (
    <form
      // Never by GET: the address would contain the password.
      method="post"
      noValidate
      onSubmit={handleSubmit((form) => submit(form))}
      aria-describedby={failure ? failureId : undefined}
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
      {failure ? <FormNotice id={failureId} tone="danger" text={failure} /> : null}
      <Button type="submit" variant="primary" block busy={busy} busyText="Logging in...">
        Login
      </Button>
    </form>
  )
}
