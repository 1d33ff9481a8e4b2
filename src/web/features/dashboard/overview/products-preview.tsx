import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import type { MyProduct } from '#shared/access/contract.ts'
import { reasonOf } from '../../../lib/api.ts'
import { Button } from '../../../ui/button.tsx'
import { ProductCover } from '../../../ui/data/product-cover.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { Card, CardHeader, CardTitle } from '../../../ui/layout/card.tsx'
import { myProductsQuery } from '../../access/queries.ts'
import { DownloadButton } from '../download-button.tsx'
import { AccessText } from '../products/access-text.tsx'
import { ProductRowsSkeleton } from '../rows-skeleton.tsx'
import { TabLink } from '../tab-link.tsx'
import { StarterProducts } from './starter-products.tsx'

const SHOWN = 3

export function ProductsPreview() {
  const { data, error, isPending, isFetching, refetch } = useQuery(myProductsQuery())
  const more = (data?.length ?? 0) > SHOWN
  return (
    <Card>
      <CardHeader className="flex-row items-center justify-between gap-4 pb-4">
        <CardTitle as="h2">My Products</CardTitle>
        {data && data.length > 0 ? (
          <Button asChild variant="ghost" size="sm" className="-my-1 -mr-2">
            <TabLink tab="products">
              {more ? `View all ${data.length}` : 'View all'}
              <ArrowRight aria-hidden="true" />
            </TabLink>
          </Button>
        ) : null}
      </CardHeader>
      {isPending ? <ProductRowsSkeleton /> : null}
      {error ? (
        <ErrorState
          bare
          title="Your products could not be loaded"
          text={reasonOf(error, 'An unexpected error occurred')}
          onRetry={refetch}
          retrying={isFetching}
        />
      ) : null}
      {data?.length === 0 ? <StarterProducts /> : null}
      {data && data.length > 0 ? (
        <ul className="divide-y divide-line border-line border-t">
          {data.slice(0, SHOWN).map((product) => (
            <Row key={product.id} product={product} />
          ))}
        </ul>
      ) : null}
    </Card>
  )
}

function Row({ product }: { product: MyProduct }) {
  const { slug, name, imageUrl, fileVersion } = product
  return (
    <li className="flex items-center gap-4 px-5 py-4 sm:px-6">
      <ProductCover
        slug={slug}
        name={name}
        imageUrl={imageUrl}
        className="w-16 shrink-0 rounded-md sm:w-20"
      />
      <div className="min-w-0 flex-1">
        <div className="flex items-baseline gap-2">
          <h3 title={name} className="truncate font-medium text-fg text-sm">
            {name}
          </h3>
          {fileVersion ? (
            <span className="hidden shrink-0 font-mono text-subtle text-xs sm:inline">v{fileVersion}</span>
          ) : null}
        </div>
        <p className="mt-0.5 text-muted text-xs">
          <AccessText product={product} inRow />
        </p>
      </div>
      <DownloadButton product={product} compact />
    </li>
  )
}
