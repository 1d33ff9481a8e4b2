import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import { type FindPurchase, findPurchaseSchema } from '#shared/payments/contract.ts'
import { reasonOf } from '../../../lib/api.ts'
import { AppLink } from '../../../lib/app-link.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Input } from '../../../ui/forms/input.tsx'
import { FormNotice } from '../../accounts/form-notice.tsx'
import { findPurchases } from '../../payments/queries.ts'

export function FindPurchaseForm({ onSent }: { onSent: (email: string) => void }) {
  const failureId = useId()
  const { register, handleSubmit, formState } = useForm<FindPurchase>({
    resolver: zodResolver(findPurchaseSchema),
    defaultValues: { email: '' },
  })
  const { mutate, isPending, error } = useMutation({
    mutationFn: findPurchases,
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
          text={reasonOf(error, 'The mail could not be sent. Try again in a moment.')}
        />
      ) : null}
      <Button type="submit" variant="primary" block busy={isPending} busyText="Sending...">
        Send the links
      </Button>
      <p className="text-center text-muted text-sm">
        Have an account?{' '}
        <Button asChild variant="link">
          <AppLink to="/auth?tab=login">Log in</AppLink>
        </Button>
      </p>
    </form>
  )
}
