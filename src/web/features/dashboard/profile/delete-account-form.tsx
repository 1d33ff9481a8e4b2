import { zodResolver } from '@hookform/resolvers/zod'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import { type DeleteAccount, deleteAccountSchema } from '#shared/privacy/contract.ts'
import { ApiError, reasonOf } from '../../../lib/api.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { PasswordInput } from '../../../ui/forms/password-input.tsx'
import { FormNotice } from '../../accounts/form-notice.tsx'
import { useDeleteAccount } from './use-delete-account.ts'

const WRONG_PASSWORD = 422

export function DeleteAccountForm({ onCancel }: { onCancel: () => void }) {
  const failureId = useId()
  const { register, handleSubmit, formState, setError } = useForm<DeleteAccount>({
    resolver: zodResolver(deleteAccountSchema),
    defaultValues: { password: '' },
  })
  const { submit, busy, error } = useDeleteAccount((cause) => {
    if (isWrongPassword(cause)) setError('password', { message: cause.reason }, { shouldFocus: true })
  })
  const failure =
    error && !isWrongPassword(error) ? reasonOf(error, 'Your account could not be deleted') : null
  return (
    <form
      method="post"
      noValidate
      onSubmit={handleSubmit((form) => submit(form))}
      aria-describedby={failure ? failureId : undefined}
      className="mt-5 flex flex-col gap-5 border-line border-t pt-5"
    >
      <Field label="Your password" required error={formState.errors.password?.message}>
        <PasswordInput autoComplete="current-password" {...register('password')} />
      </Field>
      <div role="status" className="empty:-mt-5">
        {failure ? <FormNotice id={failureId} tone="danger" text={failure} /> : null}
      </div>
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onCancel} disabled={busy}>
          Cancel
        </Button>
        <Button type="submit" variant="danger" busy={busy} busyText="Deleting...">
          Delete Account
        </Button>
      </div>
    </form>
  )
}

const isWrongPassword = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status === WRONG_PASSWORD
