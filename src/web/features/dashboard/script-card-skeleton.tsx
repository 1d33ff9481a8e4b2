import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'

/** The All Scripts tab to come: search box and cards at their final size. */
export function ScriptGridSkeleton() {
  return (
    <>
      <VisuallyHidden role="status">Loading scripts</VisuallyHidden>
      <div className="flex min-h-10 items-center justify-between gap-4">
        <Skeleton className="h-10 w-80 max-w-full rounded-md" />
      </div>
      <div className="mt-6 grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
        {[0, 1, 2, 3, 4, 5].map((card) => (
          <Card key={card} className="overflow-hidden">
            <Skeleton className="aspect-16/7 h-auto rounded-none" />
            <div className="p-5">
              <Skeleton className="h-5.5 w-24" />
              <Skeleton className="mt-4 w-3/5" />
              <Skeleton className="mt-4 h-3" />
              <Skeleton className="mt-2.5 h-3 w-4/5" />
              <div className="mt-6 flex items-center justify-between">
                <Skeleton className="h-5 w-20" />
                <Skeleton className="h-10 w-28 rounded-md" />
              </div>
            </div>
          </Card>
        ))}
      </div>
    </>
  )
}
