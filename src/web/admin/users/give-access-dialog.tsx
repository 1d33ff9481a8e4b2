import { zodResolver } from '@hookform/resolvers/zod'
import { Controller, useForm } from 'react-hook-form'
import {
  type CustomerAccount,
  type GiveAccess,
  giveAccessSchema,
} from '../../../worker/features/customers/contract.ts'
import { showFieldErrors } from '../../features/accounts/show-field-errors.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogContent } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { ProductSelect } from '../ui/product-select.tsx'
import { giveAccess } from './customers-queries.ts'
import { useCustomerMutation } from './use-customer-mutation.ts'

const KINDS = [
  { value: 'admin', label: 'By hand: makes good for something' },
  { value: 'free', label: 'Gift' },
]

/** The end of a day of the calendar as it is here; none: no end. */
const endOfDay = (day: string) => (day ? new Date(`${day}T23:59:59`).toISOString() : null)

export function GiveAccessDialog({ customer, onClose }: { customer: CustomerAccount; onClose: () => void }) {
  const { control, register, handleSubmit, formState, setError } = useForm<GiveAccess>({
    resolver: zodResolver(giveAccessSchema),
    defaultValues: { type: 'admin', notes: '', expiresAt: null },
  })
  const { errors } = formState
  const { mutate, isPending } = useCustomerMutation((form: GiveAccess) => giveAccess(customer.id, form), {
    failed: 'The access was not given',
    onDone: onClose,
    onFailed: (error) => showFieldErrors(error, ['expiresAt'], setError),
  })
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title={`Give ${customer.username} access`}
        description="Opens at once, with a licence, as if bought today: a script with 3 months of updates; Premium all scripts, Lifetime everything, with all updates. Their open pages are told. No payment is written."
      >
        <form noValidate onSubmit={handleSubmit((form) => mutate(form))} className="flex flex-col gap-5">
          <div>
            <Controller
              control={control}
              name="productId"
              render={({ field }) => <ProductSelect value={field.value} onChange={field.onChange} />}
            />
            {errors.productId ? (
              <p role="status" className="mt-1.5 text-danger text-xs">
                {errors.productId.message}
              </p>
            ) : null}
          </div>
          <Field label="Kind">
            <Controller
              control={control}
              name="type"
              render={({ field }) => (
                <Select options={KINDS} value={field.value} onValueChange={field.onChange} />
              )}
            />
          </Field>
          <Field label="Reason" required hint="Kept with the access." error={errors.notes?.message}>
            <Textarea rows={2} {...register('notes')} />
          </Field>
          <Field
            label="Until"
            optional
            hint="Ends with this day; empty: no end."
            error={errors.expiresAt?.message}
          >
            <Input type="date" {...register('expiresAt', { setValueAs: endOfDay })} />
          </Field>
          <div className="flex flex-wrap justify-end gap-3">
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" variant="primary" busy={isPending}>
              Give access
            </Button>
          </div>
        </form>
      </DialogContent>
    </Dialog>
  )
}
