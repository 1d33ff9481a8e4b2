import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import {
  changeEmailFormSchema,
  type ChangeEmailForm as Fields,
  type Profile,
} from '#shared/accounts/contract.ts'
import { reasonOf } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { PasswordInput } from '../../ui/forms/password-input.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { updateProfile } from './queries.ts'
import { showFieldErrors } from './show-field-errors.ts'
import { useRefreshAccount } from './use-refresh-account.ts'

export type ChangeEmailFormProps = { profile: Profile; onClose: () => void }

/**
 * Changing the email address needs the password and a link mailed to the new address, because it controls the account.
 */
export function ChangeEmailForm({ profile, onClose }: ChangeEmailFormProps) {
  const refresh = useRefreshAccount()
  const { register, handleSubmit, formState, setError } = useForm<Fields>({
    resolver: zodResolver(changeEmailFormSchema),
    defaultValues: { email: '', currentPassword: '' },
  })
  const { errors } = formState
  const { mutate, isPending } = useMutation({
    mutationFn: (form: Fields) =>
      updateProfile({ ...form, notification_preferences: profile.notification_preferences }),
    onSuccess: async ({ data }) => {
      await refresh()
      toast({
        title: 'Profile updated successfully',
        description: data.pendingEmail
          ? `Open the link we sent to ${data.pendingEmail} to finish.`
          : 'This is already your address.',
        tone: 'success',
      })
      onClose()
    },
    onError: (error) => {
      if (showFieldErrors(error, ['email', 'currentPassword'], setError)) return
      const description = reasonOf(error, 'Profile update failed')
      toast({ title: 'Error', description, tone: 'destructive' })
    },
  })
  return (
    <form
      method="post"
      noValidate
      aria-label="Change email"
      onSubmit={handleSubmit((form) => mutate(form))}
      className="flex flex-col gap-5 border-line border-t pt-5"
    >
      <Field
        label="New email"
        required
        error={errors.email?.message}
        hint="We send a link to this address. The change takes effect once you open it."
      >
        <Input autoFocus type="email" inputMode="email" autoComplete="email" {...register('email')} />
      </Field>
      <Field label="Current password" required error={errors.currentPassword?.message}>
        <PasswordInput autoComplete="current-password" {...register('currentPassword')} />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" busy={isPending} busyText="Sending...">
          Send the link
        </Button>
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
