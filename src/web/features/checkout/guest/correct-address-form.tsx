import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { type FindPurchase, findPurchaseSchema } from '#shared/payments/contract.ts'
import { reasonOf } from '../../../lib/api.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Input } from '../../../ui/forms/input.tsx'
import { FormNotice } from '../../accounts/form-notice.tsx'
import { correctGuestEmail } from '../../payments/queries.ts'

export type CorrectAddressFormProps = {
  reference: string
  /** The present address. */
  email: string | null
  onCorrected: () => unknown
  onCancel: () => void
}

export function CorrectAddressForm({ reference, email, onCorrected, onCancel }: CorrectAddressFormProps) {
  const { register, handleSubmit, formState } = useForm<FindPurchase>({
    resolver: zodResolver(findPurchaseSchema),
    values: { email: email ?? '' },
  })
  const { mutate, isPending, error } = useMutation({
    mutationFn: (form: FindPurchase) => correctGuestEmail({ reference, ...form }),
    onSuccess: onCorrected,
  })
  return (
    <form
      noValidate
      onSubmit={handleSubmit((form) => mutate(form))}
      className="mx-auto flex w-full max-w-sm flex-col gap-3 text-left"
    >
      <Field
        label="The right email address"
        required
        error={formState.errors.email?.message}
        hint="Your receipt goes there, and the link that we sent before ends."
      >
        <Input type="email" inputMode="email" autoComplete="email" {...register('email')} />
      </Field>
      {error ? (
        <FormNotice tone="danger" text={reasonOf(error, 'The address could not be corrected.')} />
      ) : null}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" busy={isPending} busyText="Saving...">
          Save
        </Button>
        <Button variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
