import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import { type ResetPasswordForm as Fields, resetPasswordFormSchema } from '#shared/accounts/contract.ts'
import { ApiError, reasonOf } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { PasswordInput } from '../../ui/forms/password-input.tsx'
import { recheckUser } from './become-user.ts'
import { FormNotice } from './form-notice.tsx'
import { resetPassword } from './queries.ts'
import { showFieldErrors } from './show-field-errors.ts'

export type ResetPasswordFormProps = { token: string; onDone: () => void; onDead: () => void }

export function ResetPasswordForm({ token, onDone, onDead }: ResetPasswordFormProps) {
  const failureId = useId()
  const client = useQueryClient()
  const { register, handleSubmit, formState, setError } = useForm<Fields>({
    resolver: zodResolver(resetPasswordFormSchema),
    defaultValues: { password: '', confirmPassword: '' },
  })
  const { errors } = formState
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ password }: Fields) => resetPassword({ token, password }),
    onSuccess: async () => {
      onDone()
      // The reset also ended this browser's session.
      await recheckUser(client)
    },
    onError: (cause) => {
      if (cause instanceof ApiError && cause.status === 410) onDead()
      showFieldErrors(cause, ['password'], setError)
    },
  })
  return (
    <form
      method="post"
      noValidate
      onSubmit={handleSubmit((form) => mutate(form))}
      aria-describedby={error ? failureId : undefined}
      className="flex flex-col gap-5"
    >
      <Field label="New password" required error={errors.password?.message} hint="At least 8 characters.">
        <PasswordInput autoComplete="new-password" {...register('password', { deps: 'confirmPassword' })} />
      </Field>
      <Field label="Confirm new password" required error={errors.confirmPassword?.message}>
        <PasswordInput autoComplete="new-password" {...register('confirmPassword')} />
      </Field>
      {error ? (
        <FormNotice
          id={failureId}
          tone="danger"
          text={reasonOf(error, 'The password could not be changed. Try again in a moment.')}
        />
      ) : null}
      <Button type="submit" variant="primary" block busy={isPending} busyText="Saving...">
        Change password
      </Button>
    </form>
  )
}
