import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { type Login, loginSchema } from '#shared/accounts/contract.ts'
import { FormNotice } from '../../features/accounts/form-notice.tsx'
import { PasskeyLogin } from '../../features/factors/passkey-login.tsx'
import { SecondStep } from '../../features/factors/second-step.tsx'
import { type LoginSteps, useLogin } from '../../features/factors/use-login.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { PasswordInput } from '../../ui/forms/password-input.tsx'
import { toast } from '../../ui/overlays/toast.ts'

/** Checks only that a password was typed. The server knows which passwords are valid. */
const schema = loginSchema.extend({ password: z.string().min(1, 'Password is required') })

export function AdminLoginForm() {
  const [isRefused, setRefused] = useState(false)
  const login = useLogin(({ data: user }) => {
    setRefused(!user.isAdmin)
    if (user.isAdmin)
      toast({ title: 'Login successful', description: `Welcome back, ${user.username}`, tone: 'success' })
    else toast({ title: 'Access denied', description: NOT_AN_ADMIN, tone: 'destructive' })
  })
  if (login.methods) return <SecondStep login={login} methods={login.methods} />
  return (
    <>
      <PasswordForm login={login} refusal={login.notice ?? (isRefused ? NOT_AN_ADMIN : null)} />
      <PasskeyLogin login={login} />
    </>
  )
}

function PasswordForm({ login, refusal }: { login: LoginSteps; refusal: string | null }) {
  const { register, handleSubmit, formState, setFocus } = useForm<Login>({
    resolver: zodResolver(schema),
    defaultValues: { username: login.username, password: '' },
  })
  const { errors } = formState
  const [isBack] = useState(login.username !== '')
  useEffect(() => {
    if (isBack) setFocus('password')
  }, [isBack, setFocus])
  return (
    <form
      method="post"
      noValidate
      onSubmit={handleSubmit((form) => login.logIn(form))}
      className="flex flex-col gap-5"
    >
      <Field label="Username" required error={errors.username?.message}>
        <Input autoComplete="username" autoCapitalize="none" spellCheck={false} {...register('username')} />
      </Field>
      <Field label="Password" required error={errors.password?.message}>
        <PasswordInput autoComplete="current-password" {...register('password')} />
      </Field>
      {refusal ? <FormNotice tone="danger" text={refusal} /> : null}
      <Button type="submit" variant="primary" block busy={login.busy === 'password'} busyText="Logging in...">
        Login
      </Button>
    </form>
  )
}

const NOT_AN_ADMIN = 'This account does not have admin privileges'
