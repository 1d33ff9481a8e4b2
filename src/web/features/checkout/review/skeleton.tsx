import { Skeleton, SkeletonText } from '../../../ui/feedback/skeleton.tsx'
import { VisuallyHidden } from '../../../ui/layout/visually-hidden.tsx'
import { CheckoutFrame } from '../frame.tsx'

const summary = (
  <>
    <div className="flex items-start gap-4">
      <Skeleton className="aspect-8/5 h-auto w-24 shrink-0 rounded-lg sm:w-36" />
      <div className="min-w-0 flex-1">
        <Skeleton className="h-5 w-40 max-w-full" />
        <Skeleton className="mt-3 h-8 w-48 max-w-full" />
      </div>
    </div>
    <SkeletonText lines={3} className="mt-7" />
    <div className="mt-7 flex flex-col gap-7 border-line border-t pt-4">
      {[0, 1, 2].map((row) => (
        <div key={row} className="flex justify-between">
          <Skeleton className="h-4 w-28" />
          <Skeleton className="h-4 w-20" />
        </div>
      ))}
    </div>
  </>
)

export function CheckoutSkeleton() {
  return (
    <CheckoutFrame step={0} summary={summary}>
      <VisuallyHidden role="status">Loading the checkout</VisuallyHidden>
      <div className="flex flex-col gap-8">
        <div>
          <Skeleton className="mb-2.5 h-4 w-16" />
          <Skeleton className="h-10 rounded-md" />
          <Skeleton className="mt-2.5 h-3 w-36" />
        </div>
        <div>
          <Skeleton className="mb-3 h-4 w-32" />
          <Skeleton className="h-20 rounded-lg" />
          <Skeleton className="mt-3 h-20 rounded-lg" />
        </div>
        <SkeletonText lines={6} />
        <Skeleton className="h-12 rounded-md" />
      </div>
    </CheckoutFrame>
  )
}
