import { zodResolver } from '@hookform/resolvers/zod'
import { Controller, useForm } from 'react-hook-form'
import type { CouponForm as Fields } from '#shared/coupons/contract.ts'
import { showFieldErrors } from '../../features/accounts/show-field-errors.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { Switch } from '../../ui/forms/switch.tsx'
import { Textarea } from '../../ui/forms/textarea.tsx'
import { type CouponDraft, couponDraftSchema } from './coupon-draft.ts'
import { DISCOUNT_LABELS, SCOPE_LABELS } from './coupon-labels.ts'
import { CouponProducts } from './coupon-products.tsx'

const optionsOf = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))
const TYPES = optionsOf(DISCOUNT_LABELS)
const SCOPES = optionsOf(SCOPE_LABELS)

const NAMES = [
  ...(['code', 'discountType', 'discountValue', 'description', 'startDate', 'endDate', 'maxUses'] as const),
  ...(['maxUsesPerUser', 'minPurchaseAmount', 'appliesTo', 'specificScriptIds'] as const),
]

const UNITS = { percentage: '%', fixed_amount: '$', free_product: '%', '': '' }

export type CouponFormProps = {
  draft: CouponDraft
  submitLabel: string
  busy: boolean
  /** Rejects when the server refuses. The server's messages about single fields are shown at those fields. */
  onSubmit: (form: Fields) => Promise<unknown>
  onCancel: () => void
}

export function CouponForm({ draft, submitLabel, busy, onSubmit, onCancel }: CouponFormProps) {
  const { register, control, handleSubmit, formState, setError, setValue, watch } = useForm<
    CouponDraft,
    unknown,
    Fields
  >({ resolver: zodResolver(couponDraftSchema), defaultValues: draft })
  const { errors } = formState
  const [type, appliesTo] = watch(['discountType', 'appliesTo'])

  const submit = (form: Fields) =>
    onSubmit(form).catch((error) => {
      showFieldErrors<CouponDraft>(error, NAMES, setError)
    })

  return (
    <form noValidate onSubmit={handleSubmit(submit)} className="grid gap-5 sm:grid-cols-2">
      <Field label="Code" required error={errors.code?.message} hint="3 to 20 characters, in capitals.">
        <Input
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          className="font-mono uppercase"
          {...register('code')}
        />
      </Field>
      <Field label="Description" required error={errors.description?.message}>
        <Textarea rows={1} className="min-h-10" maxLength={500} {...register('description')} />
      </Field>
      <Controller
        control={control}
        name="discountType"
        render={({ field }) => (
          <Field label="Discount type" required error={errors.discountType?.message}>
            <Select
              options={TYPES}
              placeholder="Choose a type"
              value={field.value}
              onBlur={field.onBlur}
              onValueChange={(next) => {
                if (next === 'free_product') setValue('discountValue', '100')
                else if (type === 'free_product') setValue('discountValue', '')
                field.onChange(next)
              }}
            />
          </Field>
        )}
      />
      <Field
        label="Discount value"
        required
        disabled={type === 'free_product'}
        error={errors.discountValue?.message}
        hint={
          type === 'percentage' ? '20 is 20% off.' : type === 'fixed_amount' ? 'In US dollars.' : undefined
        }
      >
        <Input
          inputMode="decimal"
          autoComplete="off"
          end={UNITS[type] ? <span className="px-3">{UNITS[type]}</span> : undefined}
          {...register('discountValue')}
        />
      </Field>
      <Field
        label="Start date"
        error={errors.startDate?.message}
        hint="In your own time zone. Leave empty to start now."
      >
        <Input type="datetime-local" {...register('startDate')} />
      </Field>
      <Field label="End date" optional error={errors.endDate?.message} hint="Leave empty for no end.">
        <Input type="datetime-local" {...register('endDate')} />
      </Field>
      <Field label="Max uses" optional error={errors.maxUses?.message} hint="Leave empty for no limit.">
        <Input inputMode="numeric" autoComplete="off" {...register('maxUses')} />
      </Field>
      <Field label="Max uses per user" required error={errors.maxUsesPerUser?.message}>
        <Input inputMode="numeric" autoComplete="off" {...register('maxUsesPerUser')} />
      </Field>
      <Field
        label="Minimum purchase"
        error={errors.minPurchaseAmount?.message}
        hint="In US dollars. 0 means any amount."
      >
        <Input inputMode="decimal" autoComplete="off" start="$" {...register('minPurchaseAmount')} />
      </Field>
      <Controller
        control={control}
        name="appliesTo"
        render={({ field }) => (
          <Field label="Applies to" required error={errors.appliesTo?.message}>
            <Select
              options={SCOPES}
              value={field.value}
              onBlur={field.onBlur}
              onValueChange={field.onChange}
            />
          </Field>
        )}
      />
      {appliesTo === 'specific_scripts' ? (
        <div className="sm:col-span-2">
          <Controller
            control={control}
            name="specificScriptIds"
            render={({ field }) => (
              <CouponProducts
                chosen={field.value}
                onChange={field.onChange}
                error={errors.specificScriptIds?.message}
              />
            )}
          />
        </div>
      ) : null}
      <div className="sm:col-span-2">
        <Controller
          control={control}
          name="isActive"
          render={({ field }) => (
            <Switch
              label="Active"
              hint="When off, the checkout refuses the code."
              checked={field.value}
              onCheckedChange={field.onChange}
            />
          )}
        />
      </div>
      <div className="flex flex-wrap gap-3 sm:col-span-2">
        <Button type="submit" variant="primary" busy={busy} busyText="Saving...">
          {submitLabel}
        </Button>
        <Button variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
