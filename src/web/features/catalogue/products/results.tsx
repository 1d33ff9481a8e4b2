import { PackageOpen, SearchX } from 'lucide-react'
import { memo } from 'react'
import type { Product } from '#shared/catalogue/contract.ts'
import { AppLink } from '../../../lib/app-link.tsx'
import { Button } from '../../../ui/button.tsx'
import { TileList } from '../../../ui/data/tile-list.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { isOwned } from '../bundles/bundle-labels.ts'
import { ProductTile } from '../product-tile.tsx'
import { useOwnedProducts } from '../use-owned-products.ts'
import { applyFilter, type CatalogueFilter } from './filter.ts'
import { PlanTile } from './plan-tile.tsx'

export type CatalogueResultsProps = {
  products: readonly Product[]
  filter: CatalogueFilter
  /** The address without a filter. */
  hrefOfAll: string
}

/** The plans come first, in the order of their ids, because each plan includes all scripts below. */
export const CatalogueResults = memo(({ products, filter, hrefOfAll }: CatalogueResultsProps) => {
  const owned = new Set(useOwnedProducts().map(({ id }) => id))
  const found = applyFilter(products, filter)
  const plans = found.filter(({ tier }) => tier !== 'script').sort((a, b) => a.id - b.id)
  const scripts = found.filter(({ tier }) => tier === 'script')
  if (products.length === 0) return <EmptyShop />
  return (
    <>
      <p role="status" className="text-muted text-sm">
        {found.length} {found.length === 1 ? 'product' : 'products'}
      </p>
      {found.length === 0 ? <NothingMatches q={filter.q.trim()} hrefOfAll={hrefOfAll} /> : null}
      {plans.length > 0 ? (
        <section aria-labelledby="plans" className="mt-6">
          <h2 id="plans" className="sr-only">
            Plans
          </h2>
          {/* On phones a row to swipe. */}
          <ul className="grid gap-6 max-md:-mx-gutter max-md:-my-3 max-md:flex max-md:snap-x max-md:gap-3 max-md:overflow-x-auto max-md:scroll-px-gutter max-md:px-gutter max-md:py-3 md:grid-cols-2">
            {plans.map((product) => (
              <PlanTile key={product.id} product={product} owned={owned.has(product.id)} />
            ))}
          </ul>
        </section>
      ) : null}
      {scripts.length > 0 ? (
        <section aria-labelledby="all-scripts" className="mt-8 sm:mt-10">
          <h2 id="all-scripts" className="font-semibold text-fg text-xl">
            Scripts
          </h2>
          <div className="mt-5">
            <TileList
              of={JSON.stringify(filter)}
              items={scripts}
              tile={(product, index) => (
                <ProductTile
                  key={product.id}
                  product={product}
                  owned={isOwned(product, owned)}
                  priority={index < 3}
                />
              )}
            />
          </div>
        </section>
      ) : null}
    </>
  )
})

function EmptyShop() {
  return (
    <EmptyState
      icon={<PackageOpen />}
      title="No products available."
      text="Nothing is on sale at the moment. New scripts are listed in the changelog."
      action={
        <Button asChild>
          <AppLink to="/changelog">See the changelog</AppLink>
        </Button>
      }
    />
  )
}

function NothingMatches({ q, hrefOfAll }: { q: string; hrefOfAll: string }) {
  return (
    <EmptyState
      className="mt-6"
      icon={<SearchX />}
      title={q ? `Nothing matches “${q}”` : 'Nothing matches these filters'}
      text="Try another word, or look at everything."
      action={
        <Button asChild>
          <AppLink to={hrefOfAll} preventScrollReset>
            Clear filters
          </AppLink>
        </Button>
      }
    />
  )
}
