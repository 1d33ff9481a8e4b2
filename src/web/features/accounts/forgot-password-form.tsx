import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import { type ForgotPassword, forgotPasswordSchema } from '#shared/accounts/contract.ts'
import { reasonOf } from '../../lib/api.ts'
import { AppLink } from '../../lib/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { FormNotice } from './form-notice.tsx'
import { askForReset } from './queries.ts'

export function ForgotPasswordForm({ onSent }: { onSent: (email: string) => void }) {
  const failureId = useId()
  const { register, handleSubmit, formState } = useForm<ForgotPassword>({
    resolver: zodResolver(forgotPasswordSchema),
    defaultValues: { email: '' },
  })
  const { mutate, isPending, error } = useMutation({
    mutationFn: askForReset,
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
      <Field label="Email" required error={formState.errors.email?.message}>
        <Input type="email" inputMode="email" autoComplete="email" {...register('email')} />
      </Field>
      {error ? (
        <FormNotice
          id={failureId}
          tone="danger"
          text={reasonOf(error, 'The link could not be sent. Try again in a moment.')}
        />
      ) : null}
      <Button type="submit" variant="primary" block busy={isPending} busyText="Sending...">
        Send the link
      </Button>
      <p className="text-center text-muted text-sm">
        <Button asChild variant="link">
          <AppLink to="/auth?tab=login">Back to login</AppLink>
        </Button>
      </p>
    </form>
  )
}
