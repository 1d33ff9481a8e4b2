import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { reasonOf } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { useLateForm } from '../../ui/forms/use-late-form.ts'
import { FormNotice } from './form-notice.tsx'
import { accountChecks } from './late-account-checks.ts'

export type MailMeFormProps = {
  send: (form: { email: string }) => Promise<unknown>
  onSent: (email: string) => void
  /** The text of the button. */
  action: string
  /** Shown where the call failed without a reason. */
  failure: string
  /** Below the button. */
  children: ReactNode
}

/** Asks for an address, and for a mail to it. */
export function MailMeForm({ send, onSent, action, failure, children }: MailMeFormProps) {
  const failureId = useId()
  const { register, handleSubmit, formState, submitting } = useLateForm(
    accountChecks,
    ({ mailMeCheck }) => mailMeCheck,
    { email: '' },
  )
  const { mutate, isPending, error } = useMutation({
    mutationFn: send,
    onSuccess: (_, { email }) => onSent(email),
  })
  return (
    <form
      method="post"
      noValidate
      onSubmit={handleSubmit((form) => mutate(form))}
      aria-describedby={error ? failureId : undefined}
      className="flex flex-col gap-5"
    >
      <noscript className="text-muted text-sm">This form needs JavaScript.</noscript>
      <Field label="Email" required error={formState.errors.email?.message}>
        <Input type="email" inputMode="email" autoComplete="email" {...register('email')} />
      </Field>
      {error ? <FormNotice id={failureId} tone="danger" text={reasonOf(error, failure)} /> : null}
      <Button type="submit" variant="primary" block busy={submitting || isPending} busyText="Sending...">
        {action}
      </Button>
      <p className="text-center text-muted text-sm">{children}</p>
    </form>
  )
}
