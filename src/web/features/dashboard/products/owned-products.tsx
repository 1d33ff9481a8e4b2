import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { MyProduct } from '#shared/access/contract.ts'
import { productAnchor } from '#shared/notifications/link-rules.ts'
import { reasonOf } from '../../../lib/api.ts'
import { AppLink } from '../../../lib/app-link.tsx'
import { useLocation, useSearchParams } from '../../../lib/router/router-context.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { SearchInput } from '../../../ui/forms/search-input.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { Card, CardFooter } from '../../../ui/layout/card.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../../ui/layout/tabs.tsx'
import { myProductsQuery } from '../../access/queries.ts'
import { isOwnedAs, OWNERSHIPS, type Ownership, readOwnership } from './access-line.ts'
import { DownloadAll } from './download-all.tsx'
import { arrangeLibrary, readSort, type Sort } from './library.ts'
import { LibrarySkeleton } from './library-skeleton.tsx'
import { NoProducts } from './no-products.tsx'
import { ProductRow } from './product-row.tsx'

const PAGE = 20
/** With fewer products, a search and an order would only be in the way. */
const SEARCHED_FROM = 4

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
const sorts: readonly { value: Sort; label: string }[] = [
  { value: 'added', label: 'Newest purchase first' },
  { value: 'updated', label: 'Newest version first' },
  { value: 'name', label: 'Name' },
]

/** The account's products as rows, with a filter, a search and an order, which are in the address. */
export function OwnedProducts() {
  const { data, error, isFetching, refetch } = useQuery(myProductsQuery())
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
  if (!data) return <LibrarySkeleton />
  if (data.length === 0) return <NoProducts />
  return <Library products={data} />
}

function Library({ products }: { products: readonly MyProduct[] }) {
  const [query, setQuery] = useSearchParams()
  const [wanted, setWanted] = useState(query.get('q') ?? '')
  const search = useRef<HTMLInputElement>(null)
  const ownership = readOwnership(query.get('show'))
  const sort = readSort(query.get('sort'))
  const { hash } = useLocation()
  // A link to one product shows the whole list.
  useEffect(() => {
    if (hash.startsWith('#product-')) setWanted('')
  }, [hash])

  function choose(name: 'show' | 'sort' | 'q', value: string, usual: string) {
    setQuery(
      (before) => {
        if (value === usual) before.delete(name)
        else before.set(name, value)
        return before
      },
      { replace: true, preventScrollReset: true },
    )
  }
  function find(text: string) {
    setWanted(text)
    choose('q', text, '')
  }

  const shown = arrangeLibrary(products, { ownership, wanted, sort })
  return (
    <Tabs value={ownership} onValueChange={(next) => choose('show', next, 'all')}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <TabsList label="Show" variant="segmented">
          {OWNERSHIPS.map((name) => (
            <TabsTrigger key={name} value={name}>
              {labels[name]}
              <span className="text-subtle text-xs tabular-nums">
                {products.filter((product) => isOwnedAs(product, name)).length}
              </span>
            </TabsTrigger>
          ))}
        </TabsList>
        <DownloadAll products={products} />
      </div>
      {products.length < SEARCHED_FROM ? null : (
        <div className="mt-4 flex flex-wrap items-center gap-3">
          <div className="min-w-56 flex-1 sm:max-w-80">
            <SearchInput
              ref={search}
              label="Search your products"
              maxLength={100}
              value={wanted}
              onSearch={find}
            />
          </div>
          <Select
            aria-label="Order"
            options={sorts}
            value={sort}
            onValueChange={(next) => choose('sort', next, 'added')}
            className="w-full sm:w-56"
          />
          <p role="status" className="text-muted text-sm tabular-nums sm:ml-auto">
            {wanted ? `${shown.length} of ${products.length}` : null}
          </p>
        </div>
      )}
      <TabsContent value={ownership}>
        {shown.length === 0 ? (
          <EmptyState
            title="No products available."
            text={wanted ? `None of your products matches “${wanted}”.` : missing[ownership]}
            action={
              wanted ? (
                <Button onClick={() => find('')}>Show all</Button>
              ) : (
                <Button asChild>
                  <AppLink to="/pricing">See the plans</AppLink>
                </Button>
              )
            }
          />
        ) : (
          <Rows key={`${ownership} ${sort} ${wanted}`} products={shown} />
        )}
      </TabsContent>
    </Tabs>
  )
}

function Rows({ products }: { products: readonly MyProduct[] }) {
  const { hash } = useLocation()
  const named = products.findIndex(({ id }) => hash === `#${productAnchor(id)}`)
  const [opened, setPages] = useState(1)
  // A link to a product shows its page of the list, also a link followed on this page.
  const pages = Math.max(opened, Math.ceil((named + 1) / PAGE))
  const hidden = products.length - pages * PAGE
  useEffect(() => {
    if (named < 0) return
    const row = document.getElementById(hash.slice(1))
    row?.scrollIntoView()
    row?.focus({ preventScroll: true })
  }, [hash, named])
  return (
    <Card>
      <ul className="divide-y divide-line">
        {products.slice(0, pages * PAGE).map((product) => (
          <ProductRow key={product.id} product={product} isOnly={products.length === 1} />
        ))}
      </ul>
      {hidden > 0 ? (
        <CardFooter className="py-2">
          <Button variant="ghost" size="sm" onClick={() => setPages(pages + 1)} className="-ml-3">
            Show {Math.min(hidden, PAGE)} more
          </Button>
        </CardFooter>
      ) : null}
    </Card>
  )
}
