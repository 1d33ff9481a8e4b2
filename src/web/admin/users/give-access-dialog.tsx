import { zodResolver } from '@hookform/resolvers/zod'
import { Controller, useForm } from 'react-hook-form'
import { type GiveAccess, giveAccessSchema, type UserAccount } from '#shared/users/contract.ts'
import { showFieldErrors } from '../../features/accounts/show-field-errors.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { Textarea } from '../../ui/forms/textarea.tsx'
import { Dialog, DialogContent } from '../../ui/overlays/dialog.tsx'
import { ProductSelect } from '../ui/product-select.tsx'
import { useUserMutation } from './use-user-mutation.ts'
import { giveAccess } from './users-queries.ts'

const KINDS = [
  { value: 'admin', label: 'By hand, as compensation' },
  { value: 'free', label: 'Gift' },
]

/** The end of a day in the reader's time zone. Without a day: null, access without an end. */
const endOfDay = (day: string) => (day ? new Date(`${day}T23:59:59`).toISOString() : null)

export function GiveAccessDialog({ user, onClose }: { user: UserAccount; onClose: () => void }) {
  const { control, register, handleSubmit, formState, setError } = useForm<GiveAccess>({
    resolver: zodResolver(giveAccessSchema),
    defaultValues: { type: 'admin', notes: '', expiresAt: null },
  })
  const { errors } = formState
  const { mutate, isPending } = useUserMutation((form: GiveAccess) => giveAccess(user.id, form), {
    failed: 'The access was not given',
    onDone: onClose,
    onFailed: (error) => showFieldErrors(error, ['expiresAt'], setError),
  })
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title={`Give ${user.username} access`}
        description="The user gets the same access as after a purchase today. A script includes 3 months of updates. Premium opens all scripts, Lifetime opens everything, and both include all updates. No payment is recorded."
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
          <Field label="Reason" required hint="Stored with the access." error={errors.notes?.message}>
            <Textarea rows={2} {...register('notes')} />
          </Field>
          <Field
            label="Until"
            optional
            hint="Access ends at the end of this day. Leave empty for no end."
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
