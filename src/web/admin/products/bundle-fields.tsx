import { useQuery } from '@tanstack/react-query'
import { type Control, Controller, useWatch } from 'react-hook-form'
import type { AdminProduct, ProductForm } from '#shared/catalogue/manage-contract.ts'
import { isForSale } from '#shared/catalogue/rules.ts'
import { BUNDLED_MAX } from '#shared/catalogue/terms.ts'
import { formatUsd, toCents, toUsd } from '#shared/core/money.ts'
import { productsQuery } from '../../features/catalogue/queries.ts'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { ProductChecklist } from '../ui/product-checklist.tsx'
import type { TypedProduct } from './typed-product.ts'

export type BundleFieldsProps = {
  control: Control<TypedProduct, unknown, ProductForm>
  /** The bundle; undefined for a new product, which may become one. */
  product: AdminProduct | undefined
  /** The price as typed. */
  price: unknown
  error: string | undefined
}

/** What a bundle contains, what that costs alone, and whether the checkout may offer it. */
export function BundleFields({ control, product, price, error }: BundleFieldsProps) {
  const chosen = useWatch({ control, name: 'bundledIds' }) ?? null
  return (
    <div className="flex flex-col gap-4 rounded-lg border border-line p-4">
      <Controller
        control={control}
        name="bundledIds"
        render={({ field }) => (
          <>
            {product ? null : (
              <Checkbox
                checked={chosen !== null}
                onCheckedChange={(checked) => field.onChange(checked === true ? [] : null)}
                label="This is a bundle of other scripts"
                hint="It has no file of its own. This cannot be changed later."
              />
            )}
            {chosen ? (
              <div>
                <ProductChecklist
                  legend={`Scripts in the bundle (2 to ${BUNDLED_MAX})`}
                  only={(one) =>
                    one.tier === 'script' && !one.bundle && !one.isSubscription && isForSale(one)
                  }
                  chosen={chosen}
                  onChange={field.onChange}
                  error={error}
                />
                <Sum ids={chosen} price={price} />
                {product ? (
                  <p className="mt-1.5 text-muted text-xs">
                    A change applies to new orders. Buyers keep what the bundle contained when they ordered
                    it.
                  </p>
                ) : null}
              </div>
            ) : null}
          </>
        )}
      />
      {chosen ? (
        <Controller
          control={control}
          name="isOffered"
          render={({ field }) => (
            <Checkbox
              ref={field.ref}
              checked={field.value ?? true}
              onCheckedChange={(checked) => field.onChange(checked === true)}
              onBlur={field.onBlur}
              label="Offer it at the checkout of its scripts"
              hint="One line that is never ticked beforehand, for buyers who own none of the other scripts."
            />
          )}
        />
      ) : null}
    </div>
  )
}

/** What the chosen scripts cost alone, and the difference to the price of the bundle. */
function Sum({ ids, price }: { ids: readonly number[]; price: unknown }) {
  const { data = [] } = useQuery(productsQuery())
  const cents = ids.reduce((sum, id) => sum + toCents(data.find((one) => one.id === id)?.price ?? 0), 0)
  const saved = typeof price === 'number' ? cents - toCents(price) : Number.NaN
  if (ids.length === 0) return null
  return (
    <p className="mt-1.5 text-muted text-sm" role="status">
      {ids.length} {ids.length === 1 ? 'script' : 'scripts'}, {formatUsd(toUsd(cents))} bought alone.
      {saved > 0 ? ` The bundle saves ${formatUsd(toUsd(saved))}.` : ''}
      {saved < 0 ? ` The bundle costs ${formatUsd(toUsd(-saved))} more than that.` : ''}
    </p>
  )
}
