import { useQuery } from '@tanstack/react-query'
import type { Product } from '#shared/catalogue/contract.ts'
import { formatUsd } from '#shared/core/money.ts'
import { productsQuery } from '../../features/catalogue/queries.ts'
import { reasonOf } from '../../lib/api.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'

const all = () => true

export type ProductChecklistProps = {
  chosen: readonly number[]
  onChange: (ids: number[]) => void
  error?: string | undefined
  legend?: string
  /** Only these products are listed; without it, all of the catalogue. */
  only?: (product: Product) => boolean
}

/** Products to choose, in the order in which they are ticked. One that left the list stays chosen until it is unticked. */
export function ProductChecklist({
  chosen,
  onChange,
  error,
  legend = 'Products',
  only = all,
}: ProductChecklistProps) {
  const { data: listed, error: failure, isFetching, refetch } = useQuery(productsQuery())
  const data = listed?.filter(only)
  const gone = chosen.filter((id) => data?.every((product) => product.id !== id))
  const rows = [
    ...(data ?? []).map(({ id, name, price, isSubscription }) => ({
      id,
      label: name,
      hint: `${formatUsd(price)}${isSubscription ? '/month' : ''}`,
    })),
    ...(data
      ? gone.map((id) => ({
          id,
          label: listed?.find((one) => one.id === id)?.name ?? `Product #${id}`,
          hint: 'No longer in the catalogue',
        }))
      : []),
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
