import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { isForSale } from '#shared/catalogue/rules.ts'
import { formatUsd } from '#shared/core/money.ts'
import { PREMIUM_ID } from '#shared/core/plan-ids.ts'
import { reasonOf } from '../../../lib/api.ts'
import { useSearchParams } from '../../../lib/router/router-context.ts'
import { Button } from '../../../ui/button.tsx'
import { TileList } from '../../../ui/data/tile-list.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { Input } from '../../../ui/forms/input.tsx'
import { myProductsQuery } from '../../access/queries.ts'
import { isOwned } from '../../catalogue/bundles/bundle-labels.ts'
import { productsQuery } from '../../catalogue/queries.ts'
import { findScripts } from './find-scripts.ts'
import { ScriptCard } from './script-card.tsx'
import { ScriptGridSkeleton } from './script-card-skeleton.tsx'
import { UnknownAccess } from './unknown-access.tsx'

export default function AllScriptsTab() {
  const catalogue = useQuery(productsQuery())
  const mine = useQuery(myProductsQuery())
  const [query, setQuery] = useSearchParams()
  const [wanted, setWanted] = useState(query.get('q') ?? '')

  function search(text: string) {
    setWanted(text)
    setQuery(
      (before) => {
        if (text) before.set('q', text)
        else before.delete('q')
        return before
      },
      { replace: true, preventScrollReset: true },
    )
  }

  if (catalogue.error) {
    return (
      <ErrorState
        title="The scripts could not be loaded"
        text={reasonOf(catalogue.error, 'An unexpected error occurred')}
        onRetry={() => catalogue.refetch()}
        retrying={catalogue.isFetching}
      />
    )
  }
  if (!catalogue.data || mine.isPending) return <ScriptGridSkeleton />

  const ownedOf = (id: number) => mine.data?.find((one) => one.id === id)
  const ids = new Set(mine.data?.map(({ id }) => id))
  // Of a bundle whose scripts are all there, nothing is left to buy.
  const all = catalogue.data.filter((product) =>
    product.bundle ? isForSale(product) && !isOwned(product, ids) : isForSale(product) || ids.has(product.id),
  )
  const premium = catalogue.data.find((product) => product.id === PREMIUM_ID && isForSale(product))
  const shown = findScripts(all, wanted)
  return (
    <>
      <div className="flex min-h-10 flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="w-full sm:w-80">
          <Input
            type="search"
            aria-label="Search scripts"
            placeholder="Name, network or feature"
            autoComplete="off"
            start={<Search aria-hidden="true" />}
            value={wanted}
            onChange={(event) => search(event.target.value)}
          />
        </div>
        <p role="status" className="text-muted text-sm">
          {wanted
            ? `${shown.length} of ${all.length}`
            : `${all.length} ${all.length === 1 ? 'product' : 'products'}`}
        </p>
      </div>
      <p className="mt-3 min-h-5.5 text-muted text-sm">
        {premium && mine.isSuccess && !ownedOf(PREMIUM_ID)
          ? `Buy a script once, or subscribe to ${premium.name} for ${formatUsd(premium.price)} a month: it includes every script.`
          : ''}
      </p>
      {mine.error ? <UnknownAccess onRetry={() => mine.refetch()} retrying={mine.isFetching} /> : null}
      {shown.length === 0 ? (
        <EmptyState
          className="mt-6"
          title="No products available."
          text={wanted ? `No script matches “${wanted}”.` : 'New scripts are announced in the changelog.'}
          action={wanted ? <Button onClick={() => search('')}>Clear search</Button> : undefined}
        />
      ) : (
        <div className="mt-6">
          <TileList
            of={wanted}
            items={shown}
            tile={(product) => (
              <ScriptCard
                key={product.id}
                product={product}
                // The entry of `mine` has the release that the user gets.
                owned={ownedOf(product.id)}
                mayBuy={mine.isSuccess}
                premium={premium}
              />
            )}
          />
        </div>
      )}
    </>
  )
}
