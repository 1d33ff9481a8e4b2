import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { ProductRowsSkeleton } from './products-preview.tsx'
import { PurchaseRowsSkeleton } from './recent-purchases.tsx'

/** The overview below its figures, at its usual size. It goes as a whole, so that nothing that was read moves. */
export function OverviewSkeleton() {
  return (
    <>
      <VisuallyHidden role="status">Loading your overview</VisuallyHidden>
      <div className="flex min-w-0 flex-col gap-6 lg:col-span-2">
        <Card>
          <Heading />
          <ProductRowsSkeleton />
        </Card>
        <Card>
          <Heading />
          <PurchaseRowsSkeleton />
        </Card>
      </div>
      <div className="flex min-w-0 flex-col gap-6">
        <Card className="h-68">
          <Heading />
        </Card>
        <Card className="h-90">
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
