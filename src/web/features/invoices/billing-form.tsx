import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { type Billing, billingSchema } from '#shared/invoices/contract.ts'
import { reasonOf } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { Textarea } from '../../ui/forms/textarea.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { showFieldErrors } from '../accounts/show-field-errors.ts'
import { correctBilling, invoicesQuery } from './queries.ts'

const NAMES = ['name', 'address', 'vatId'] as const

type BillingFormProps = {
  reference: string
  token: string | null
  billing: Billing | null
  onDone: () => void
}

/** Name, address and VAT number of the buyer. A change gives a credit note and a new invoice. */
export function BillingForm({ reference, token, billing, onDone }: BillingFormProps) {
  const client = useQueryClient()
  const { register, handleSubmit, formState, setError } = useForm<Billing>({
    resolver: zodResolver(billingSchema),
    defaultValues: billing ?? { name: '', address: '', vatId: '' },
  })
  const { errors } = formState
  const { mutate, isPending } = useMutation({
    mutationFn: (form: Billing) => correctBilling(reference, token, form),
    onSuccess: ({ data, message }) => {
      client.setQueryData(invoicesQuery(reference, token).queryKey, data)
      toast({ title: message, tone: 'success' })
      onDone()
    },
    onError: (error) => {
      if (showFieldErrors<Billing>(error, NAMES, setError)) return
      const description = reasonOf(error, 'An unexpected error occurred')
      toast({ title: 'The invoice was not corrected', description, tone: 'destructive' })
    },
  })
  return (
    <form noValidate className="grid gap-5" onSubmit={handleSubmit((form) => mutate(form))}>
      <Field label="Name" required error={errors.name?.message} hint="Yours, or your company’s.">
        <Input autoComplete="billing name" {...register('name')} />
      </Field>
      <Field label="Address" required error={errors.address?.message} hint="With the country.">
        <Textarea rows={4} autoComplete="billing street-address" {...register('address')} />
      </Field>
      <Field label="VAT number" optional error={errors.vatId?.message}>
        <Input autoComplete="off" className="font-mono" {...register('vatId')} />
      </Field>
      <p className="text-muted text-sm">
        The invoice that you have stays as it is. We cancel it with a credit note and issue a new one with
        these details.{token === null ? ' Your next invoices get them too.' : null}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" busy={isPending} busyText="Issuing...">
          Issue corrected invoice
        </Button>
        <Button type="button" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
