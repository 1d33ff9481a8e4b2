import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import type { MyProduct } from '../../../worker/features/access/contract.ts'
import { reasonOf } from '../../app/api.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardHeader, CardTitle } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { ProductCover } from '../../ui/product-cover.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { myProductsQuery } from '../access/queries.ts'
import { AccessText } from './access-text.tsx'
import { DownloadButton } from './download-button.tsx'
import { NoProducts } from './no-products.tsx'

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
            <Link to="?tab=products" preventScrollReset>
              {more ? `View all ${data.length}` : 'View all'}
              <ArrowRight aria-hidden="true" />
            </Link>
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
      {data?.length === 0 ? <NoProducts bare /> : null}
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
          {fileVersion ? <span className="font-mono text-subtle sm:hidden">v{fileVersion} · </span> : null}
          <AccessText product={product} />
        </p>
      </div>
      <DownloadButton product={product} compact />
    </li>
  )
}

export function ProductRowsSkeleton() {
  return (
    <div className="divide-y divide-line border-line border-t">
      {Array.from({ length: SHOWN }, (_, row) => (
        <div key={row} className="flex items-center gap-4 px-5 py-4 sm:px-6">
          <Skeleton className="aspect-8/5 h-auto w-16 shrink-0 rounded-md sm:w-20" />
          <div className="flex-1">
            <Skeleton className="h-4 w-40 max-w-full" />
            <Skeleton className="mt-2 h-3 w-56 max-w-full" />
          </div>
          <Skeleton className="size-10 rounded-md" />
        </div>
      ))}
    </div>
  )
}
