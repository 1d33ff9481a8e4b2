import { zodResolver } from '@hookform/resolvers/zod'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import {
  type LockdownForm as Form,
  LEASE_NOTE,
  type LockdownCounts,
  lockdownSchema,
} from '#shared/lockdown/contract.ts'
import { ApiError, reasonOf } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { PasswordInput } from '../../ui/forms/password-input.tsx'
import { FormNotice } from '../accounts/form-notice.tsx'
import { useLockDown } from './use-lock-down.ts'

const WRONG_PASSWORD = 422

export type LockdownFormProps = {
  /** Undefined while they are not known. */
  counts: LockdownCounts | undefined
  onCancel: () => void
  onDone: () => void
}

/** The consequences, with the numbers that apply now, and the password as the confirmation. */
export function LockdownForm({ counts, onCancel, onDone }: LockdownFormProps) {
  const failureId = useId()
  const { register, handleSubmit, formState, setError } = useForm<Form>({
    resolver: zodResolver(lockdownSchema),
    defaultValues: { password: '' },
  })
  const { mutate, isPending, error } = useLockDown({
    onDone,
    onRefused: (cause) => {
      if (isWrongPassword(cause)) setError('password', { message: cause.reason }, { shouldFocus: true })
    },
  })
  const failure =
    error && !isWrongPassword(error)
      ? reasonOf(
          error,
          'We do not know whether your account was locked down. Try again: a repetition does no harm.',
        )
      : null
  return (
    <>
      <dl className="flex flex-col gap-3 text-sm">
        {consequencesOf(counts).map(({ term, text }) => (
          <div key={term}>
            <dt className="font-medium text-fg">{term}</dt>
            <dd className="mt-0.5 text-muted">{text}</dd>
          </div>
        ))}
      </dl>
      <form
        method="post"
        noValidate
        aria-label="Lock down your account"
        onSubmit={handleSubmit((form) => mutate(form))}
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
          <Button onClick={onCancel} disabled={isPending}>
            Cancel
          </Button>
          <Button type="submit" variant="danger" busy={isPending} busyText="Locking down...">
            Lock Down Account
          </Button>
        </div>
      </form>
    </>
  )
}

const isWrongPassword = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status === WRONG_PASSWORD

const consequencesOf = (counts: LockdownCounts | undefined) => [
  {
    term: withCount('Licence keys', counts?.licences),
    text: 'Every licence gets a new key, and the old one is refused at once. Your scripts need the new keys.',
  },
  {
    term: withCount('Registered devices', counts?.devices),
    text: `All are released. ${LEASE_NOTE}`,
  },
  {
    term: withCount('Other logins', counts?.sessions),
    text: 'Every other device is logged out. This browser stays logged in, with a new session.',
  },
  {
    term: 'Links in our emails',
    text: 'Download links that we mailed, links to reset the password or confirm an address, and a pending change of your address end.',
  },
  {
    term: 'Unchanged',
    text: 'Your purchases, subscriptions, password and email address. Nothing is charged or refunded.',
  },
]

const withCount = (term: string, count: number | undefined) =>
  count === undefined ? term : `${term}: ${count}`
