import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { VisuallyHidden } from '../../../ui/layout/visually-hidden.tsx'
import { ProductRowsSkeleton, PurchaseRowsSkeleton } from '../rows-skeleton.tsx'

/**
 * A placeholder for the whole tab while its code and its lists load. It is replaced as a whole, so that no content
 * moves.
 */
export function OverviewTabSkeleton() {
  return (
    <div className="grid gap-6 lg:grid-cols-3">
      <Card className="grid grid-cols-2 gap-px overflow-hidden bg-line sm:grid-cols-3 lg:col-span-3">
        {[0, 1, 2].map((stat) => (
          <div key={stat} className="bg-surface px-5 py-4 last:col-span-2 sm:px-6 sm:py-5 sm:last:col-span-1">
            <Skeleton className="my-0.75 w-28" />
            <Skeleton className="mt-2 h-6 w-16" />
          </div>
        ))}
      </Card>
      <OverviewSkeleton />
    </div>
  )
}

/** A placeholder for the overview below its figures, in its final size. */
function OverviewSkeleton() {
  return (
    <>
      <VisuallyHidden role="status">Loading your overview</VisuallyHidden>
      <div className="flex min-w-0 flex-col gap-6 lg:col-span-2">
        <Card>
          <Heading />
          <ProductRowsSkeleton />
        </Card>
        <Card className="h-74">
          <Heading />
        </Card>
        <Card>
          <Heading />
          <PurchaseRowsSkeleton />
        </Card>
      </div>
      <div className="flex min-w-0 flex-col gap-6">
        <Card className="h-85">
          <Heading />
        </Card>
        <Card className="h-90">
          <Heading />
        </Card>
        <Card className="h-40">
          <Heading />
        </Card>
      </div>
    </>
  )
}

const Heading = () => (
  <div className="px-5 pt-5 pb-4 sm:px-6 sm:pt-6">
    <Skeleton className="my-1.25 w-36" />
  </div>
)
