import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { type Tax, type TaxSetting, taxSchema } from '#shared/seller/contract.ts'
import { SHOP_KEY } from '../../features/seller/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { failureToast } from '../ui/failure-toast.ts'
import { saveTax, taxQuery } from './seller-queries.ts'

/** The form has texts; an empty rate is no number. */
const draftSchema = z.object({
  name: taxSchema.shape.name,
  percent: z
    .string()
    .trim()
    .transform((text) => (text === '' ? Number.NaN : Number(text.replace(',', '.'))))
    .pipe(taxSchema.shape.percent),
})
type Draft = z.input<typeof draftSchema>

export function TaxForm({ setting }: { setting: TaxSetting }) {
  const client = useQueryClient()
  const { tax, revision } = setting
  const { register, handleSubmit, formState } = useForm<Draft, unknown, Tax>({
    resolver: zodResolver(draftSchema),
    defaultValues: { name: tax?.name ?? '', percent: tax ? String(tax.percent) : '' },
  })
  const { errors, isDirty } = formState
  const { mutate, isPending } = useMutation({
    mutationFn: (next: Tax | null) => saveTax({ tax: next, revision }),
    onSuccess: ({ data, message }) => {
      toast({ title: message, tone: 'success' })
      client.setQueryData(taxQuery.queryKey, data)
      return client.invalidateQueries({ queryKey: SHOP_KEY })
    },
    onError: failureToast('The tax was not saved'),
  })
  return (
    <form
      noValidate
      className="grid max-w-3xl gap-5 sm:grid-cols-2"
      onSubmit={handleSubmit((form) => mutate(form))}
    >
      <Field label="Name of the tax" required error={errors.name?.message} hint="VAT, GST, Sales tax …">
        <Input autoComplete="off" {...register('name')} />
      </Field>
      <Field
        label="Rate"
        required
        error={errors.percent?.message}
        hint="In percent of the price without tax."
      >
        <Input
          inputMode="decimal"
          autoComplete="off"
          end={<span className="px-3">%</span>}
          {...register('percent')}
        />
      </Field>
      <div className="flex flex-wrap gap-3 sm:col-span-2">
        <Button type="submit" variant="primary" busy={isPending} busyText="Saving..." disabled={!isDirty}>
          {tax ? 'Save tax' : 'State this tax'}
        </Button>
        {tax ? (
          <Button type="button" disabled={isPending} onClick={() => mutate(null)}>
            Stop stating tax
          </Button>
        ) : null}
      </div>
    </form>
  )
}
