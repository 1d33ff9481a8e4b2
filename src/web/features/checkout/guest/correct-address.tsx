import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { type FindPurchase, findPurchaseSchema } from '#shared/payments/contract.ts'
import { reasonOf } from '../../../lib/api.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Input } from '../../../ui/forms/input.tsx'
import { FormNotice } from '../../accounts/form-notice.tsx'
import { correctGuestEmail, guestOrderQuery } from '../../payments/queries.ts'

export type CorrectAddressProps = { reference: string; email: string | null }

/** For a mistyped address: the receipt and the link go to the right one. */
export function CorrectAddress({ reference, email }: CorrectAddressProps) {
  const queryClient = useQueryClient()
  const [open, setOpen] = useState(false)
  const { register, handleSubmit, formState } = useForm<FindPurchase>({
    resolver: zodResolver(findPurchaseSchema),
    values: { email: email ?? '' },
  })
  const { mutate, isPending, isSuccess, error, reset } = useMutation({
    mutationFn: (form: FindPurchase) => correctGuestEmail({ reference, ...form }),
    onSuccess: () => {
      setOpen(false)
      return queryClient.invalidateQueries({ queryKey: guestOrderQuery(reference).queryKey })
    },
  })
  if (!open) {
    return (
      <span role="status">
        {isSuccess ? 'Corrected. Your receipt is on its way to the new address. ' : null}
        <Button
          variant="link"
          onClick={() => {
            reset()
            setOpen(true)
          }}
        >
          Wrong address? Correct it
        </Button>
      </span>
    )
  }
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
        <Button variant="ghost" onClick={() => setOpen(false)}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
