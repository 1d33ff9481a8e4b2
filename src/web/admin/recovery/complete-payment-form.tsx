import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { completePaymentSchema } from '#shared/recovery/contract.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/forms/input.tsx'
import type { Completing } from './use-complete-payment.ts'

/** The form that completes a payment by its number. */
export function CompletePaymentForm({ completing }: { completing: Completing }) {
  const { register, handleSubmit, formState } = useForm<
    z.input<typeof completePaymentSchema>,
    unknown,
    { paymentId: number }
  >({
    resolver: zodResolver(completePaymentSchema),
    defaultValues: { paymentId: '' },
  })
  return (
    <form
      noValidate
      onSubmit={handleSubmit(({ paymentId }) => completing.complete(paymentId))}
      className="flex flex-wrap items-start gap-3"
    >
      <Field
        label="Payment ID"
        error={formState.errors.paymentId?.message}
        className="min-w-0 flex-1 basis-48"
      >
        <Input
          inputMode="numeric"
          autoComplete="off"
          placeholder="For example 41"
          className="font-mono"
          {...register('paymentId')}
        />
      </Field>
      <Button type="submit" className="sm:mt-7.5" busy={completing.busyId !== null}>
        Complete payment
      </Button>
    </form>
  )
}
