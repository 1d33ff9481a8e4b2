import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Controller, useForm } from 'react-hook-form'
import type { TaxRules, TaxSetting } from '#shared/seller/contract.ts'
import { SHOP_KEY } from '../../features/seller/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { RadioCard, RadioCardGroup } from '../../ui/forms/radio-card.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { failureToast } from '../ui/failure-toast.ts'
import { CountryTable } from './country-table.tsx'
import { saveTax, taxQuery } from './seller-queries.ts'
import { draftSchema, type TaxDraft, toDraft } from './tax-draft.ts'

export function TaxForm({ setting }: { setting: TaxSetting }) {
  const client = useQueryClient()
  const { tax, revision } = setting
  const form = useForm<TaxDraft, unknown, TaxRules>({
    resolver: zodResolver(draftSchema),
    defaultValues: toDraft(tax),
  })
  const { register, handleSubmit, formState, control, watch } = form
  const { errors, isDirty } = formState
  const mode = watch('mode')
  const { mutate, isPending } = useMutation({
    mutationFn: (next: TaxRules) => saveTax({ tax: next, revision }),
    onSuccess: ({ data, message }) => {
      toast({ title: message, tone: 'success' })
      client.setQueryData(taxQuery.queryKey, data)
      return client.invalidateQueries({ queryKey: SHOP_KEY })
    },
    onError: failureToast('The tax was not saved'),
  })
  return (
    <form noValidate className="grid max-w-3xl gap-5" onSubmit={handleSubmit((rules) => mutate(rules))}>
      <Controller
        control={control}
        name="mode"
        render={({ field }) => (
          <RadioCardGroup
            label="Tax in the prices"
            value={field.value}
            onValueChange={(chosen) => field.onChange(chosen as TaxDraft['mode'])}
          >
            <RadioCard value="off" title="Off" description="The shop claims nothing about tax." />
            <RadioCard
              value="rate"
              title="One rate"
              description="For every buyer, for example the VAT of your own country below the threshold of the EU."
            />
            <RadioCard
              value="country"
              title="By the buyer’s country"
              description="Cards: Stripe Tax asks for the country and computes the tax, so it must be set up in your Stripe account. Crypto: the checkout asks for the country, and the table below has the rate."
            />
          </RadioCardGroup>
        )}
      />
      {mode === 'rate' ? (
        <div className="grid gap-5 sm:grid-cols-2">
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
        </div>
      ) : null}
      {mode === 'country' ? <CountryTable form={form} /> : null}
      <Button
        type="submit"
        variant="primary"
        busy={isPending}
        busyText="Saving..."
        disabled={!isDirty}
        className="sm:justify-self-start"
      >
        Save tax
      </Button>
    </form>
  )
}
