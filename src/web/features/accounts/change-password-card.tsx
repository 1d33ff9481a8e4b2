import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { use } from 'react'
import { useForm } from 'react-hook-form'
import { type ChangePasswordForm, changePasswordFormSchema } from '#shared/accounts/contract.ts'
import { reasonOf } from '../../lib/api.ts'
import { LiveContext } from '../../lib/live/live-context.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { PasswordInput } from '../../ui/forms/password-input.tsx'
import { Card, CardBody, CardDescription, CardHeader, CardTitle } from '../../ui/layout/card.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { LOG_OUT } from './become-user.ts'
import { changePassword, useCurrentUser } from './queries.ts'
import { showFieldErrors } from './show-field-errors.ts'

const EMPTY: ChangePasswordForm = { currentPassword: '', newPassword: '', confirmPassword: '' }

export function ChangePasswordCard({ username }: { username: string }) {
  const client = useQueryClient()
  const user = useCurrentUser()
  const { register, handleSubmit, formState, reset, setError } = useForm<ChangePasswordForm>({
    resolver: zodResolver(changePasswordFormSchema),
    defaultValues: EMPTY,
  })
  const { errors } = formState
  const { reconnect } = use(LiveContext)
  const { mutate, isPending } = useMutation({
    // The session ends, and this browser goes on in a new one: no failed query refetches the user meanwhile.
    mutationKey: LOG_OUT,
    mutationFn: async ({ currentPassword, newPassword }: ChangePasswordForm) => {
      await client.cancelQueries()
      return changePassword({ currentPassword, newPassword })
    },
    onSuccess: () => {
      reconnect()
      reset(EMPTY)
      toast({
        title: 'Password changed successfully',
        description:
          'You were logged out on every other device, and the download links in our emails no longer work.',
        tone: 'success',
      })
    },
    onError: (error) => {
      if (showFieldErrors(error, ['currentPassword', 'newPassword'], setError)) return
      const description = reasonOf(error, 'Password change failed')
      toast({ title: 'Error', description, tone: 'destructive' })
    },
    // Not awaited. Also after a failure, because requests were cancelled.
    onSettled: () => {
      client.invalidateQueries()
    },
  })
  return (
    <Card>
      <CardHeader>
        <CardTitle as="h2">Password</CardTitle>
        <CardDescription>
          A new password logs you out on every other device and stops the download links in our emails.
        </CardDescription>
      </CardHeader>
      <CardBody>
        <form
          method="post"
          noValidate
          id="change-password"
          aria-label="Change password"
          onSubmit={handleSubmit((form) => mutate(form))}
          className="flex flex-col gap-5"
        >
          {/* Tells password managers which account the password belongs to. */}
          <Input hidden readOnly name="username" autoComplete="username" value={username} />
          <Field label="Current password" required error={errors.currentPassword?.message}>
            <PasswordInput autoComplete="current-password" {...register('currentPassword')} />
          </Field>
          <Field
            label="New password"
            required
            error={errors.newPassword?.message}
            hint={`At least ${user?.isAdmin ? 12 : 8} characters.`}
          >
            <PasswordInput
              autoComplete="new-password"
              {...register('newPassword', { deps: 'confirmPassword' })}
            />
          </Field>
          <Field label="Confirm new password" required error={errors.confirmPassword?.message}>
            <PasswordInput autoComplete="new-password" {...register('confirmPassword')} />
          </Field>
          <Button type="submit" className="self-start" busy={isPending} busyText="Saving...">
            Change password
          </Button>
        </form>
      </CardBody>
    </Card>
  )
}
