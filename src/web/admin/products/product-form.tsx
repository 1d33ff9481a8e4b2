import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { type AdminProduct, type ProductForm, productFormSchema } from '#shared/catalogue/manage-contract.ts'
import { categoryOf } from '#shared/catalogue/rules.ts'
import { proposedDay } from '#shared/catalogue/security-promise-rules.ts'
import { showFieldErrors } from '../../features/accounts/show-field-errors.ts'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/data/badge.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { Textarea } from '../../ui/forms/textarea.tsx'
import { changedFields } from '../ui/changed-fields.ts'
import { BundleFields } from './bundle-fields.tsx'
import { readPrice } from './read-price.ts'
import type { TypedProduct } from './typed-product.ts'

const FIELDS = [
  'name',
  'description',
  'price',
  'isSubscription',
  'trialDays',
  'features',
  'requirements',
  'imageUrl',
  'securityUpdatesUntil',
  'bundledIds',
] as const

const typedOf = (product: AdminProduct): TypedProduct => ({
  name: product.name,
  description: product.description,
  price: product.price,
  isSubscription: product.isSubscription,
  trialDays: product.trialDays,
  features: product.features.join('\n'),
  requirements: product.requirements.join('\n'),
  imageUrl: product.imageAddress ?? '',
  securityUpdatesUntil: product.securityUpdatesUntil ?? '',
  bundledIds: product.bundle?.products.map(({ id }) => id) ?? null,
  isOffered: product.bundle?.isOffered ?? true,
})

/** The fields of the product that the form changes. */
export const changeOf = (product: AdminProduct, form: ProductForm): Partial<ProductForm> => ({
  ...changedFields(form, productFormSchema.safeParse(typedOf(product)).data),
  // An address that no picture was copied from yet.
  ...(!product.hasImage && form.imageUrl && { imageUrl: form.imageUrl }),
})

/** A new product’s fields. The promise of security updates is a proposal. */
const emptyForm = () => ({
  name: '',
  description: '',
  isSubscription: false,
  trialDays: 0,
  features: '',
  requirements: '',
  imageUrl: '',
  securityUpdatesUntil: proposedDay(Date.now()),
  bundledIds: null,
  isOffered: true,
})

export type ProductFormFieldsProps = {
  /** Absent for a new product. */
  product?: AdminProduct
  submit: string
  busy: boolean
  error: unknown
  onSubmit: (form: ProductForm) => void
}

/** A product's texts and price, with the specification's rules. */
export function ProductFormFields({ product, submit, busy, error, onSubmit }: ProductFormFieldsProps) {
  const { register, control, handleSubmit, setError, formState } = useForm<
    TypedProduct,
    unknown,
    ProductForm
  >({
    resolver: zodResolver(productFormSchema),
    defaultValues: product ? typedOf(product) : emptyForm(),
    ...(product && { values: typedOf(product) }),
    resetOptions: { keepDirtyValues: true },
  })
  const { errors } = formState
  const features = useWatch({ control, name: 'features' })
  const isSubscription = useWatch({ control, name: 'isSubscription' })
  useEffect(() => {
    showFieldErrors(error, FIELDS, setError)
  }, [error, setError])

  const promised = product?.securityUpdatesUntil ?? undefined
  const isPlan = product !== undefined && product.tier !== 'script'
  const isBundle = (useWatch({ control, name: 'bundledIds' }) ?? null) !== null
  const price = useWatch({ control, name: 'price' })
  return (
    <form
      noValidate
      onSubmit={handleSubmit((form) => onSubmit(withTerms(form)))}
      className="flex flex-col gap-5"
    >
      <Field label="Name" required error={errors.name?.message}>
        <Input autoComplete="off" maxLength={100} {...register('name')} />
      </Field>
      <Field label="Description" required error={errors.description?.message}>
        <Textarea {...register('description')} />
      </Field>
      {product && !product.bundle ? null : (
        <BundleFields control={control} product={product} price={price} error={errors.bundledIds?.message} />
      )}
      <div className="grid gap-5 sm:grid-cols-2 lg:grid-cols-1">
        <Field
          label="Price in USD"
          required
          error={errors.price?.message}
          hint={
            product
              ? 'Open checkouts and subscriptions by card keep the price they have. The next prepaid month costs the new price.'
              : undefined
          }
        >
          <Input
            inputMode="decimal"
            autoComplete="off"
            start="$"
            className="font-mono"
            {...register('price', { setValueAs: (typed) => readPrice(String(typed)) })}
          />
        </Field>
        <div className="flex flex-col justify-center">
          <Controller
            control={control}
            name="isSubscription"
            render={({ field }) => (
              <Checkbox
                ref={field.ref}
                checked={field.value ?? false}
                onCheckedChange={(checked) => field.onChange(checked === true)}
                onBlur={field.onBlur}
                disabled={isPlan || isBundle}
                label="Sold as a monthly subscription"
                hint={
                  errors.isSubscription?.message ??
                  (isPlan
                    ? 'This is one of the two plans. How it is sold cannot be changed.'
                    : isBundle
                      ? 'A bundle is sold once.'
                      : 'Cannot be changed once it has been ordered.')
                }
              />
            )}
          />
        </div>
      </div>
      {isSubscription ? (
        <Field
          label="Free days at the start"
          error={errors.trialDays?.message}
          hint="0 to 60. By card and once per person: nothing is charged on these days, then the price above each month. Open checkouts and running trials keep the days they have."
        >
          <Input
            inputMode="numeric"
            autoComplete="off"
            className="max-w-52 font-mono"
            {...register('trialDays', { setValueAs: readDays })}
          />
        </Field>
      ) : null}
      <Field
        label="Features"
        required
        error={errors.features?.message}
        hint="One per line."
        aside={<CategoryBadge features={features} />}
      >
        <Textarea rows={5} {...register('features')} />
      </Field>
      <Field label="Requirements" optional error={errors.requirements?.message} hint="One per line.">
        <Textarea rows={3} {...register('requirements')} />
      </Field>
      <Field
        label="Image address"
        optional
        error={errors.imageUrl?.message}
        hint={
          product?.imageAddress && !product.hasImage
            ? 'This image is not shown yet. It is copied into the shop when you save.'
            : 'https:// – the image is copied into the shop once, when you save. Or upload one.'
        }
      >
        <Input type="url" inputMode="url" autoComplete="off" spellCheck={false} {...register('imageUrl')} />
      </Field>
      {isBundle ? null : (
        <Field
          label="Security updates until"
          optional
          error={errors.securityUpdatesUntil?.message}
          hint={`${promised ? '' : 'Leave empty to promise no day. '}Buyers read this day. It can be extended later, but not shortened.`}
        >
          <Input type="date" min={promised} className="max-w-52" {...register('securityUpdatesUntil')} />
        </Field>
      )}
      <Button type="submit" variant="primary" busy={busy} className="self-start">
        {submit}
      </Button>
    </form>
  )
}

/** Only a subscription has free days; their field is not shown otherwise. */
const withTerms = (form: ProductForm): ProductForm => ({
  ...form,
  trialDays: form.isSubscription ? form.trialDays : 0,
})

/** A typed number of days; text that is no whole number becomes NaN, which the form refuses. */
const readDays = (typed: unknown): number => {
  const text = String(typed).trim()
  return /^\d+$/.test(text) ? Number(text) : Number.NaN
}

/** The category follows from the features, so it is shown while they are typed. */
function CategoryBadge({ features }: { features: TypedProduct['features'] }) {
  return (
    <span className="flex items-center gap-2 text-muted text-xs">
      Category <Badge>{categoryOf([features].flat())}</Badge>
    </span>
  )
}
