import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { type Login, loginSchema } from '#shared/accounts/contract.ts'
import { becomeUser } from '../../features/accounts/become-user.ts'
import { FormNotice } from '../../features/accounts/form-notice.tsx'
import { logIn } from '../../features/accounts/queries.ts'
import { reasonOf } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { PasswordInput } from '../../ui/forms/password-input.tsx'
import { toast } from '../../ui/overlays/toast.ts'

/** Checks only that a password was typed. The server knows which passwords are valid. */
const schema = loginSchema.extend({ password: z.string().min(1, 'Password is required') })

export function AdminLoginForm() {
  const client = useQueryClient()
  const { mutate, isPending, error, data } = useMutation({
    mutationFn: logIn,
    onSuccess: async ({ data: user }) => {
      await becomeUser(client, user)
      if (user.isAdmin)
        toast({ title: 'Login successful', description: `Welcome back, ${user.username}`, tone: 'success' })
      else toast({ title: 'Access denied', description: NOT_AN_ADMIN, tone: 'destructive' })
    },
    onError: (cause) =>
      toast({ title: 'Login failed', description: reasonOf(cause, 'Login failed'), tone: 'destructive' }),
  })
  const { register, handleSubmit, formState } = useForm<Login>({
    resolver: zodResolver(schema),
    defaultValues: { username: '', password: '' },
  })
  const { errors } = formState
  const refusal = error ? reasonOf(error, 'Login failed') : data && !data.data.isAdmin ? NOT_AN_ADMIN : null
  return (
    <form
      method="post"
      noValidate
      onSubmit={handleSubmit((form) => mutate(form))}
      className="flex flex-col gap-5"
    >
      <Field label="Username" required error={errors.username?.message}>
        <Input autoComplete="username" autoCapitalize="none" spellCheck={false} {...register('username')} />
      </Field>
      <Field label="Password" required error={errors.password?.message}>
        <PasswordInput autoComplete="current-password" {...register('password')} />
      </Field>
      {refusal ? <FormNotice tone="danger" text={refusal} /> : null}
      <Button type="submit" variant="primary" block busy={isPending} busyText="Logging in...">
        Login
      </Button>
    </form>
  )
}

const NOT_AN_ADMIN = 'This account does not have admin privileges'
