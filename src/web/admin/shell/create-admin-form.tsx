import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { type Elevate, elevateSchema } from '#shared/accounts/contract.ts'
import { recheckUser } from '../../features/accounts/become-user.ts'
import { FormNotice } from '../../features/accounts/form-notice.tsx'
import { reasonOf } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { PasswordInput } from '../../ui/forms/password-input.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { elevate } from '../mails/mail-queries.ts'
import { failureToast } from '../ui/failure-toast.ts'

const FAILED = 'Failed to create admin user'

/** Makes an existing account an admin, for anyone who has the key that the operator set. */
export function CreateAdminForm() {
  const client = useQueryClient()
  const { mutate, isPending, error, data } = useMutation({
    mutationFn: elevate,
    onSuccess: async ({ message }) => {
      toast({ title: 'Admin created', description: message, tone: 'success' })
      // The account may be the one that is signed in here: its session ended.
      await recheckUser(client)
    },
    onError: failureToast(FAILED),
  })
  const { register, handleSubmit, formState } = useForm<Elevate>({
    resolver: zodResolver(elevateSchema),
    defaultValues: { username: '', adminKey: '' },
  })
  const { errors } = formState
  return (
    <form
      method="post"
      noValidate
      onSubmit={handleSubmit((form) => mutate(form))}
      className="flex flex-col gap-5"
    >
      <Field
        label="Username"
        required
        error={errors.username?.message}
        hint="An account of this shop; register it first."
      >
        <Input autoComplete="off" autoCapitalize="none" spellCheck={false} {...register('username')} />
      </Field>
      <Field label="Admin key" required error={errors.adminKey?.message}>
        <PasswordInput autoComplete="off" {...register('adminKey')} />
      </Field>
      {error ? <FormNotice tone="danger" text={reasonOf(error, FAILED)} /> : null}
      {data ? (
        <FormNotice tone="info" text={`${data.message}. Log in with that account to manage the shop.`} />
      ) : null}
      <Button type="submit" variant="primary" block busy={isPending}>
        Create Admin
      </Button>
    </form>
  )
}
