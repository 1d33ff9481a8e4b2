import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import type { ConfirmAccount, VerifyEmail } from '#shared/accounts/contract.ts'
import { reasonOf } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { PasswordInput } from '../../ui/forms/password-input.tsx'
import { FormNotice } from './form-notice.tsx'
import { verifyEmail } from './queries.ts'
import { showFieldErrors } from './show-field-errors.ts'

export type ConfirmAccountFormProps = {
  token: string
  account: ConfirmAccount
  /** The reader came by "This was not me": the form asks for a new password first. */
  isNotMine: boolean
  onDone: (opened: { email: string; isReset: boolean }) => void
}

const LEAST = 8

/** The proof for a confirmation link that was opened outside the account's own session. */
export function ConfirmAccountForm({ token, account, isNotMine, onDone }: ConfirmAccountFormProps) {
  const failureId = useId()
  const [isReset, setReset] = useState(isNotMine && account.canReset)
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (form: VerifyEmail) => verifyEmail(form),
    onSuccess: ({ data }) => onDone({ email: data.email, isReset }),
    onError: (cause) => {
      showFieldErrors<VerifyEmail>(cause, ['newPassword'], (_, { message }) => setProblem(message))
    },
  })
  const choose = (next: boolean) => {
    setReset(next)
    setText('')
    setProblem(undefined)
    reset()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const least = isReset ? LEAST : 1
    if (text.length < least)
      return setProblem(isReset ? `Password must be at least ${LEAST} characters` : 'Enter the password')
    setProblem(undefined)
    mutate({ token, ...(isReset ? { newPassword: text } : { password: text }) })
  }
  return (
    <form
      method="post"
      noValidate
      onSubmit={submit}
      aria-describedby={error ? failureId : undefined}
      className="flex flex-col gap-5"
    >
      {isReset ? (
        <p className="text-muted text-sm">
          This makes the account yours. Every device is logged out, and the payout address and the settings
          are cleared.
        </p>
      ) : null}
      <Field
        key={isReset ? 'new' : 'current'}
        label={isReset ? 'New password' : `Password of “${account.username}”`}
        required
        error={problem}
        hint={isReset ? `At least ${LEAST} characters.` : undefined}
      >
        <PasswordInput
          name={isReset ? 'newPassword' : 'password'}
          autoComplete={isReset ? 'new-password' : 'current-password'}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </Field>
      {error ? (
        <FormNotice
          id={failureId}
          tone="danger"
          text={reasonOf(error, 'Your address could not be confirmed. Try again in a moment.')}
        />
      ) : null}
      <Button type="submit" variant="primary" block busy={isPending} busyText="Confirming...">
        {isReset ? 'Set the password and confirm' : 'Confirm my address'}
      </Button>
      {account.canReset ? (
        <Button block disabled={isPending} onClick={() => choose(!isReset)}>
          {isReset ? 'I know the password' : 'I did not create it, or I forgot the password'}
        </Button>
      ) : null}
    </form>
  )
}
