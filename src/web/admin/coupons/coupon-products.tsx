import { useQuery } from '@tanstack/react-query'
import { productsQuery } from '../../features/catalogue/queries.ts'
import { reasonOf } from '../../lib/api.ts'
import { formatUsd } from '../../lib/format-usd.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'

export type CouponProductsProps = {
  chosen: readonly number[]
  onChange: (ids: number[]) => void
  error?: string | undefined
  legend?: string
}

/** The products that a coupon is for. A product that left the catalogue stays chosen until it is unchecked. */
export function CouponProducts({ chosen, onChange, error, legend = 'Products' }: CouponProductsProps) {
  const { data, error: failure, isFetching, refetch } = useQuery(productsQuery())
  const gone = chosen.filter((id) => data?.every((product) => product.id !== id))
  const rows = [
    ...(data ?? []).map(({ id, name, price, isSubscription }) => ({
      id,
      label: name,
      hint: `${formatUsd(price)}${isSubscription ? '/month' : ''}`,
    })),
    ...(data ? gone.map((id) => ({ id, label: `Product #${id}`, hint: 'No longer in the catalogue' })) : []),
  ]
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium text-fg text-sm">{legend}</legend>
      {failure ? (
        <ErrorState
          bare
          title="The products could not be loaded"
          text={reasonOf(failure, 'An unexpected error occurred')}
          onRetry={() => refetch()}
          retrying={isFetching}
        />
      ) : null}
      {data || failure ? null : <Skeleton className="h-40 w-full rounded-md" />}
      {rows.length > 0 ? (
        <ul className="max-h-72 divide-y divide-line overflow-y-auto rounded-md border border-control">
          {rows.map(({ id, label, hint }) => (
            <li key={id} className="px-3.5 py-2.5">
              <Checkbox
                label={label}
                hint={hint}
                checked={chosen.includes(id)}
                onCheckedChange={(checked) =>
                  onChange(checked === true ? [...chosen, id] : chosen.filter((one) => one !== id))
                }
              />
            </li>
          ))}
        </ul>
      ) : null}
      <p role="status" className="mt-1.5 text-danger text-xs empty:mt-0">
        {error}
      </p>
    </fieldset>
  )
}
