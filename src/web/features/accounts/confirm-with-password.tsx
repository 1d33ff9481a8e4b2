import { zodResolver } from '@hookform/resolvers/zod'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import { type OwnPassword, ownPasswordSchema } from '#shared/accounts/contract.ts'
import { ApiError, reasonOf } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { PasswordInput } from '../../ui/forms/password-input.tsx'
import { FormNotice } from './form-notice.tsx'

const WRONG_PASSWORD = 422

export type ConfirmWithPasswordProps = {
  label: string
  /** What the act does, each with a short term. */
  consequences: readonly { term: string; text: string }[]
  submitLabel: string
  /** `danger` unless given. */
  submitTone?: 'danger' | 'primary'
  busyText: string
  /** What to say where the server's answer is not known. */
  unknown: string
  busy: boolean
  error: unknown
  onSubmit: (form: OwnPassword, options: { onError: (error: unknown) => void }) => void
  onCancel: () => void
}

/** The content of a dialog about an act on one's own account: its consequences, and the password as confirmation. */
export function ConfirmWithPassword(props: ConfirmWithPasswordProps) {
  const {
    label,
    consequences,
    submitLabel,
    submitTone = 'danger',
    busyText,
    unknown,
    busy,
    error,
    onSubmit,
    onCancel,
  } = props
  const failureId = useId()
  const { register, handleSubmit, formState, setError } = useForm<OwnPassword>({
    resolver: zodResolver(ownPasswordSchema),
    defaultValues: { password: '' },
  })
  const onError = (cause: unknown) => {
    if (isWrongPassword(cause)) setError('password', { message: cause.reason }, { shouldFocus: true })
  }
  const failure = error && !isWrongPassword(error) ? reasonOf(error, unknown) : null
  return (
    <>
      <dl className="flex flex-col gap-3 text-sm">
        {consequences.map(({ term, text }) => (
          <div key={term}>
            <dt className="font-medium text-fg">{term}</dt>
            <dd className="mt-0.5 text-muted">{text}</dd>
          </div>
        ))}
      </dl>
      <form
        method="post"
        noValidate
        aria-label={label}
        onSubmit={handleSubmit((form) => onSubmit(form, { onError }))}
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
          <Button type="submit" variant={submitTone} busy={busy} busyText={busyText}>
            {submitLabel}
          </Button>
        </div>
      </form>
    </>
  )
}

const isWrongPassword = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status === WRONG_PASSWORD
