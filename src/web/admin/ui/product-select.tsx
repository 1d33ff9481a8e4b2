import { useQuery } from '@tanstack/react-query'
import { formatUsd } from '#shared/core/money.ts'
import { productsQuery } from '../../features/catalogue/queries.ts'
import { reasonOf } from '../../lib/api.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Select } from '../../ui/forms/select.tsx'

export type ProductSelectProps = { value: number | undefined; onChange: (productId: number) => void }

export function ProductSelect({ value, onChange }: ProductSelectProps) {
  const { data, error, isFetching, refetch } = useQuery(productsQuery())
  if (error) {
    return (
      <ErrorState
        bare
        title="The products could not be loaded"
        text={reasonOf(error, 'An unexpected error occurred')}
        onRetry={() => refetch()}
        retrying={isFetching}
      />
    )
  }
  if (!data) return <Skeleton className="h-17.5 w-full rounded-md" />
  return (
    <Field label="Product" required>
      <Select
        value={value === undefined ? '' : String(value)}
        onValueChange={(id) => onChange(Number(id))}
        placeholder="Choose a product"
        options={data.map(({ id, name, price, isSubscription }) => ({
          value: String(id),
          label: `${name} – ${formatUsd(price)}${isSubscription ? '/month' : ''}`,
        }))}
      />
    </Field>
  )
}
