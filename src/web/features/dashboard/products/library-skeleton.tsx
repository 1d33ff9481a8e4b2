import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { VisuallyHidden } from '../../../ui/layout/visually-hidden.tsx'

/** A placeholder for the Products tab: filter and rows in their final sizes. */
export function LibrarySkeleton() {
  return (
    <>
      <VisuallyHidden role="status">Loading your products</VisuallyHidden>
      <Skeleton className="mb-6 h-10 w-72 max-w-full rounded-lg" />
      <Card className="divide-y divide-line">
        {[0, 1, 2].map((row) => (
          <div key={row} className="px-5 py-5 sm:px-6">
            <div className="flex flex-col gap-x-6 gap-y-4 sm:flex-row">
              <div className="flex flex-1 gap-4">
                <Skeleton className="aspect-8/5 h-auto w-16 shrink-0 self-start rounded-lg sm:w-24" />
                <div className="flex-1">
                  <Skeleton className="my-1 h-4 w-2/5" />
                  <Skeleton className="mt-2 h-3 w-3/5" />
                  <Skeleton className="mt-3 h-3.5 w-1/2" />
                </div>
              </div>
              <div className="flex gap-2 sm:w-44 sm:flex-col">
                <Skeleton className="h-10 flex-1 rounded-md sm:flex-none" />
                <Skeleton className="h-10 flex-1 rounded-md sm:flex-none" />
              </div>
            </div>
            <Skeleton className="mt-3 h-3 w-3/4 sm:ml-28 sm:w-1/2" />
            <Skeleton className="mt-4 h-5 w-64 max-w-full sm:ml-28" />
          </div>
        ))}
      </Card>
    </>
  )
}
