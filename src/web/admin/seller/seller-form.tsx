import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { type Seller, type SellerSetting, sellerSchema } from '#shared/seller/contract.ts'
import { showFieldErrors } from '../../features/accounts/show-field-errors.ts'
import { SHOP_KEY } from '../../features/seller/queries.ts'
import { SUPPORT_EMAIL } from '../../lib/brand.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { Textarea } from '../../ui/forms/textarea.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { failureToast } from '../ui/failure-toast.ts'
import { saveSeller, sellerQuery } from './seller-queries.ts'

const NAMES = ['name', 'legalForm', 'address', 'person', 'supportHours', 'vatId'] as const

const EMPTY: Seller = { name: '', legalForm: '', address: '', person: '', supportHours: '', vatId: '' }

export function SellerForm({ setting }: { setting: SellerSetting }) {
  const client = useQueryClient()
  const { register, handleSubmit, formState, setError } = useForm<Seller>({
    resolver: zodResolver(sellerSchema),
    defaultValues: setting.seller ?? EMPTY,
  })
  const { errors, isDirty } = formState
  const { mutate, isPending } = useMutation({
    mutationFn: (seller: Seller) => saveSeller({ ...seller, revision: setting.revision }),
    onSuccess: ({ data, message }) => {
      toast({ title: message, tone: 'success' })
      client.setQueryData(sellerQuery.queryKey, data)
      return client.invalidateQueries({ queryKey: SHOP_KEY })
    },
    onError: (error) => {
      if (!showFieldErrors<Seller>(error, NAMES, setError)) failureToast('The seller was not saved')(error)
    },
  })
  return (
    <form
      noValidate
      className="grid max-w-3xl gap-5 sm:grid-cols-2"
      onSubmit={handleSubmit((form) => mutate(form))}
    >
      <Field label="Name" required error={errors.name?.message} hint="Of the person or the company.">
        <Input autoComplete="organization" {...register('name')} />
      </Field>
      <Field label="Legal form" optional error={errors.legalForm?.message} hint="Sole trader, GmbH, Ltd …">
        <Input autoComplete="off" {...register('legalForm')} />
      </Field>
      <Field
        label="Address"
        required
        error={errors.address?.message}
        hint="Where letters arrive, with the country."
        className="sm:col-span-2"
      >
        <Textarea rows={4} autoComplete="street-address" {...register('address')} />
      </Field>
      <Field label="Represented by" required error={errors.person?.message}>
        <Input autoComplete="name" {...register('person')} />
      </Field>
      <Field label="VAT ID" optional error={errors.vatId?.message} hint="Leave empty if you have none.">
        <Input autoComplete="off" className="font-mono" {...register('vatId')} />
      </Field>
      <Field
        label="Support hours"
        required
        error={errors.supportHours?.message}
        hint={`When somebody answers at ${SUPPORT_EMAIL}. The address is the setting SUPPORT_EMAIL of the deployment.`}
        className="sm:col-span-2"
      >
        <Input autoComplete="off" {...register('supportHours')} />
      </Field>
      <Button
        type="submit"
        variant="primary"
        busy={isPending}
        busyText="Saving..."
        disabled={!isDirty}
        className="sm:justify-self-start"
      >
        Save seller
      </Button>
    </form>
  )
}
