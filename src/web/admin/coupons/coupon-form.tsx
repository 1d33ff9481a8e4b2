import { zodResolver } from '@hookform/resolvers/zod'
import { Controller, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { MOST_CODES } from '#shared/coupons/contract.ts'
import { showFieldErrors } from '../../features/accounts/show-field-errors.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { Switch } from '../../ui/forms/switch.tsx'
import { Textarea } from '../../ui/forms/textarea.tsx'
import { ProductChecklist } from '../ui/product-checklist.tsx'
import type { CouponDraft } from './coupon-draft.ts'
import { AUDIENCE_LABELS, DISCOUNT_LABELS, SCOPE_LABELS } from './coupon-labels.ts'

const optionsOf = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))
const TYPES = optionsOf(DISCOUNT_LABELS)
const SCOPES = optionsOf(SCOPE_LABELS)
const AUDIENCES = optionsOf(AUDIENCE_LABELS)

const NAMES = [
  ...(['code', 'discountType', 'discountValue', 'description', 'startDate', 'endDate', 'maxUses'] as const),
  ...(['maxUsesPerUser', 'minPurchaseAmount', 'appliesTo', 'specificScriptIds'] as const),
  ...(['audience', 'ownerScriptIds', 'count'] as const),
]

const UNITS = { percentage: '%', fixed_amount: '$', free_product: '%', '': '' }

export type CouponFormProps<Form> = {
  /** Reads the draft: one coupon, or many. */
  schema: z.ZodType<Form, CouponDraft>
  /** The form is for many coupons with random codes. */
  isMany?: boolean
  draft: CouponDraft
  submitLabel: string
  busy: boolean
  /** Rejects when the server refuses. The server's messages about single fields are shown at those fields. */
  onSubmit: (form: Form) => Promise<unknown>
  onCancel: () => void
}

export function CouponForm<Form extends object>({
  schema,
  isMany = false,
  draft,
  submitLabel,
  busy,
  onSubmit,
  onCancel,
}: CouponFormProps<Form>) {
  const { register, control, handleSubmit, formState, setError, setValue, watch } = useForm<
    CouponDraft,
    unknown,
    Form
  >({ resolver: zodResolver(schema), defaultValues: draft })
  const { errors } = formState
  const [type, appliesTo, audience] = watch(['discountType', 'appliesTo', 'audience'])

  const submit = (form: Form) =>
    onSubmit(form).catch((error) => {
      showFieldErrors<CouponDraft>(error, NAMES, setError)
    })

  return (
    <form noValidate onSubmit={handleSubmit(submit)} className="grid gap-5 sm:grid-cols-2">
      <Field
        label={isMany ? 'Prefix' : 'Code'}
        required
        error={errors.code?.message}
        hint={
          isMany
            ? '2 to 11 letters or digits. Eight random characters follow in each code.'
            : '3 to 20 characters, in capitals.'
        }
      >
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
      {isMany ? (
        <Field
          label="Number of codes"
          required
          error={errors.count?.message}
          hint={`At most ${MOST_CODES}. Each code works once.`}
        >
          <Input inputMode="numeric" autoComplete="off" {...register('count')} />
        </Field>
      ) : (
        <>
          <Field label="Max uses" optional error={errors.maxUses?.message} hint="Leave empty for no limit.">
            <Input inputMode="numeric" autoComplete="off" {...register('maxUses')} />
          </Field>
          <Field label="Max uses per user" required error={errors.maxUsesPerUser?.message}>
            <Input inputMode="numeric" autoComplete="off" {...register('maxUsesPerUser')} />
          </Field>
        </>
      )}
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
              <ProductChecklist
                chosen={field.value}
                onChange={field.onChange}
                error={errors.specificScriptIds?.message}
              />
            )}
          />
        </div>
      ) : null}
      <Controller
        control={control}
        name="audience"
        render={({ field }) => (
          <Field
            label="For"
            required
            error={errors.audience?.message}
            hint={
              field.value === 'new_customers'
                ? 'They need a confirmed address. One such order a person.'
                : undefined
            }
          >
            <Select
              options={AUDIENCES}
              value={field.value}
              onBlur={field.onBlur}
              onValueChange={field.onChange}
            />
          </Field>
        )}
      />
      {audience === 'owners' ? (
        <div className="sm:col-span-2">
          <Controller
            control={control}
            name="ownerScriptIds"
            render={({ field }) => (
              <ProductChecklist
                legend="People who have one of these products"
                chosen={field.value}
                onChange={field.onChange}
                error={errors.ownerScriptIds?.message}
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
