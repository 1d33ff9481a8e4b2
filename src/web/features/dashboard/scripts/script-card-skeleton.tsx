import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { VisuallyHidden } from '../../../ui/layout/visually-hidden.tsx'

/** A placeholder for the All Scripts tab: search box and cards in their final sizes. */
export function ScriptGridSkeleton() {
  return (
    <>
      <VisuallyHidden role="status">Loading scripts</VisuallyHidden>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <Skeleton className="h-10 w-full rounded-md sm:w-80" />
        <Skeleton className="my-0.75 w-20" />
      </div>
      <Skeleton className="mt-4 h-3.5 w-full max-w-120" />
      <div className="mt-7 grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
        {[0, 1, 2, 3, 4, 5, 6, 7, 8].map((card) => (
          <Card key={card} className="p-5">
            <div className="flex gap-4">
              <Skeleton className="aspect-8/5 h-auto w-24 shrink-0 rounded-lg" />
              <div className="flex-1">
                <Skeleton className="my-1 w-4/5" />
                <Skeleton className="mt-2.5 h-5.5 w-20" />
              </div>
            </div>
            <div className="mt-4 mb-5 flex h-16.5 flex-col justify-around">
              <Skeleton className="h-3" />
              <Skeleton className="h-3 w-11/12" />
              <Skeleton className="h-3 w-3/5" />
            </div>
            <div className="flex items-center justify-between border-line border-t pt-4">
              <Skeleton className="h-5 w-20" />
              <Skeleton className="h-10 w-28 rounded-md" />
            </div>
          </Card>
        ))}
      </div>
    </>
  )
}
