import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { VisuallyHidden } from '../../../ui/layout/visually-hidden.tsx'
import { ProductTileSkeleton } from '../product-tile-skeleton.tsx'

/** A placeholder for the results, below a toolbar that already works. */
export function CatalogueSkeleton() {
  return (
    <div aria-busy="true">
      <VisuallyHidden role="status">Loading scripts</VisuallyHidden>
      <Skeleton className="my-1 h-3.5 w-24" />
      <div className="mt-6 grid gap-6 max-md:-mr-gutter max-md:flex max-md:gap-3 max-md:overflow-hidden md:grid-cols-2">
        {[0, 1].map((plan) => (
          <Card key={plan} className="p-5 max-md:w-[85%] max-md:shrink-0 sm:p-6">
            <Skeleton className="my-1 h-5 w-28" />
            <Skeleton className="mt-3 h-3 w-full" />
            <Skeleton className="mt-3 h-3 w-4/5" />
            <Skeleton className="mt-7 mb-8 hidden h-9 w-full sm:block" />
            <div className="flex h-10 items-center justify-between max-sm:mt-6">
              <Skeleton className="h-7 w-32" />
              <Skeleton className="h-10 w-24 rounded-md" />
            </div>
          </Card>
        ))}
      </div>
      <Skeleton className="mt-10 mb-6 h-5 w-24 sm:mt-12" />
      <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
        {[0, 1, 2, 3, 4, 5].map((tile) => (
          <ProductTileSkeleton key={tile} />
        ))}
      </ul>
    </div>
  )
}
