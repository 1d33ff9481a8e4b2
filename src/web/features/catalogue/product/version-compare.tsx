import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { MyProduct } from '#shared/access/contract.ts'
import type { ProductDetail } from '#shared/catalogue/contract.ts'
import { reasonOf } from '../../../lib/api.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { NativeSelect } from '../../../ui/forms/native-select.tsx'
import { VisuallyHidden } from '../../../ui/layout/visually-hidden.tsx'
import { comparisonQuery } from '../queries.ts'
import { comparePair, type Pair } from './compare-pair.ts'
import { ComparisonResult } from './comparison-result.tsx'
import { DetailSection } from './detail-section.tsx'

export type VersionCompareProps = { product: ProductDetail; owned: MyProduct }

/** For owners: what two versions declare and how their files differ. */
export function VersionCompare({ product: { id, releases, beta }, owned }: VersionCompareProps) {
  const first = comparePair(owned)
  if (!first) return null
  const known = [...(beta ? [beta.version] : []), ...releases.map(({ version }) => version)]
  return (
    <DetailSection title="Compare two versions">
      <CompareForm
        productId={id}
        versions={known.includes(first.to) ? known : [first.to, ...known]}
        first={first}
      />
    </DetailSection>
  )
}

type CompareFormProps = { productId: number; versions: readonly string[]; first: Pair }

function CompareForm({ productId, versions, first }: CompareFormProps) {
  const [chosen, setChosen] = useState(first)
  const [compared, setCompared] = useState<Pair | null>(null)
  const options = versions.map((version) => (
    <option key={version} value={version}>
      v{version}
    </option>
  ))
  const isSame = chosen.from === chosen.to
  return (
    <>
      <form
        className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isSame) setCompared(chosen)
        }}
      >
        <Field label="From version" error={isSame ? 'Choose two different versions.' : undefined}>
          <NativeSelect
            value={chosen.from}
            onChange={({ target }) => setChosen({ ...chosen, from: target.value })}
          >
            {options}
          </NativeSelect>
        </Field>
        <Field label="To version">
          <NativeSelect
            value={chosen.to}
            onChange={({ target }) => setChosen({ ...chosen, to: target.value })}
          >
            {options}
          </NativeSelect>
        </Field>
        {/* Below the labels, in line with the selects. */}
        <Button type="submit" disabled={isSame} className="sm:mt-7.5">
          Compare
        </Button>
      </form>
      {compared ? (
        <div className="mt-6">
          <Compared productId={productId} pair={compared} />
        </div>
      ) : null}
    </>
  )
}

function Compared({ productId, pair: { from, to } }: { productId: number; pair: Pair }) {
  const { data, error, isFetching, refetch } = useQuery(comparisonQuery(productId, from, to))
  if (data) return <ComparisonResult comparison={data} />
  if (!error) {
    return (
      <div className="grid gap-3">
        <VisuallyHidden role="status">Comparing the versions</VisuallyHidden>
        <Skeleton className="h-5 w-48" />
        <Skeleton className="h-11 rounded-lg" />
        <Skeleton className="h-11 rounded-lg" />
      </div>
    )
  }
  return (
    <ErrorState
      title="The versions could not be compared"
      text={reasonOf(error, 'The shop did not answer. Try again in a moment.')}
      onRetry={refetch}
      retrying={isFetching}
    />
  )
}
