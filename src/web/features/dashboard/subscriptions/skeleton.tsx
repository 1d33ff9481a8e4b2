import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Card, CardFooter } from '../../../ui/layout/card.tsx'
import { VisuallyHidden } from '../../../ui/layout/visually-hidden.tsx'

/** A placeholder for one card, because most users have one subscription. */
export function SubscriptionsSkeleton() {
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <VisuallyHidden role="status">Loading your subscriptions</VisuallyHidden>
      <Card>
        <div className="p-5 sm:p-6">
          <div className="flex gap-4">
            <Skeleton className="aspect-8/5 h-auto w-24 shrink-0 rounded-lg" />
            <div className="flex-1">
              <Skeleton className="my-1 h-4 w-3/5" />
              <Skeleton className="mt-2.5 h-4 w-28" />
            </div>
          </div>
          <Skeleton className="mt-4 h-5.5 w-24" />
          <div className="mt-3 divide-y divide-line">
            {[0, 1].map((row) => (
              <div key={row} className="flex justify-between py-4">
                <Skeleton className="h-3.5 w-20" />
                <Skeleton className="h-3.5 w-24" />
              </div>
            ))}
          </div>
          <div className="mt-4 grid gap-3 sm:grid-cols-2">
            <Skeleton className="h-10 rounded-md" />
            <Skeleton className="h-10 rounded-md" />
          </div>
        </div>
        <CardFooter className="py-3">
          <Skeleton className="h-8 w-36 rounded-md" />
        </CardFooter>
      </Card>
    </div>
  )
}
