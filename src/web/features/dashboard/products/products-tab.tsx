import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { reasonOf } from '../../../lib/api.ts'
import { AppLink } from '../../../lib/app-link.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../../ui/layout/tabs.tsx'
import { myProductsQuery } from '../../access/queries.ts'
import { DownloadsCard } from '../downloads/downloads-card.tsx'
import { PurchasesCard } from '../purchases/purchases-card.tsx'
import { isOwnedAs, OWNERSHIPS, type Ownership, readOwnership } from './access-line.ts'
import { DownloadAll } from './download-all.tsx'
import { NoProducts } from './no-products.tsx'
import { ProductCard } from './product-card.tsx'
import { ProductGrid, ProductGridSkeleton } from './product-card-skeleton.tsx'

const labels: Record<Ownership, string> = {
  all: 'All',
  subscriptions: 'Subscriptions',
  'one-time': 'One-time',
}
const missing: Record<Ownership, string> = {
  all: '',
  subscriptions: 'You have no products from a subscription.',
  'one-time': 'You have no one-time purchases.',
}

/** The lists below are shown after the list above has loaded, so that they do not move. */
export default function ProductsTab() {
  const { isPending } = useQuery(myProductsQuery())
  return (
    <div className="flex flex-col gap-10">
      <div>
        <OwnedProducts />
      </div>
      {isPending ? null : (
        <>
          <PurchasesCard />
          <DownloadsCard />
        </>
      )}
    </div>
  )
}

function OwnedProducts() {
  const { data, error, isFetching, refetch } = useQuery(myProductsQuery())
  const [query, setQuery] = useSearchParams()
  const ownership = readOwnership(query.get('show'))

  function show(next: string) {
    setQuery(
      (before) => {
        if (next === 'all') before.delete('show')
        else before.set('show', next)
        return before
      },
      { replace: true, preventScrollReset: true },
    )
  }

  if (error) {
    return (
      <ErrorState
        title="Your products could not be loaded"
        text={reasonOf(error, 'An unexpected error occurred')}
        onRetry={refetch}
        retrying={isFetching}
      />
    )
  }
  if (!data) return <ProductGridSkeleton />
  if (data.length === 0) return <NoProducts />

  const shown = data.filter((product) => isOwnedAs(product, ownership))
  return (
    <Tabs value={ownership} onValueChange={show}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <TabsList label="Show" variant="segmented">
          {OWNERSHIPS.map((name) => (
            <TabsTrigger key={name} value={name}>
              {labels[name]}
              <span className="font-mono text-subtle text-xs">
                {data.filter((product) => isOwnedAs(product, name)).length}
              </span>
            </TabsTrigger>
          ))}
        </TabsList>
        <DownloadAll products={data} />
      </div>
      <TabsContent value={ownership}>
        {shown.length === 0 ? (
          <EmptyState
            title="No products available."
            text={missing[ownership]}
            action={
              <Button asChild>
                <AppLink to="/pricing">See the plans</AppLink>
              </Button>
            }
          />
        ) : (
          <ProductGrid>
            {shown.map((product) => (
              <ProductCard key={product.id} product={product} />
            ))}
          </ProductGrid>
        )}
      </TabsContent>
    </Tabs>
  )
}
