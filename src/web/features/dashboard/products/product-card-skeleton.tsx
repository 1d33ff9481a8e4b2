import type { ReactNode } from 'react'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { VisuallyHidden } from '../../../ui/layout/visually-hidden.tsx'

export function ProductGrid({ children }: { children: ReactNode }) {
  return <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">{children}</ul>
}

/** A placeholder for the Products tab: filter and cards in their final sizes. */
export function ProductGridSkeleton() {
  return (
    <>
      <VisuallyHidden role="status">Loading your products</VisuallyHidden>
      <Skeleton className="mb-6 h-10 w-72 max-w-full rounded-lg" />
      <div className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
        {[0, 1, 2].map((card) => (
          <Card key={card} className="p-5">
            <div className="flex gap-4">
              <Skeleton className="aspect-8/5 h-auto w-24 shrink-0 rounded-lg" />
              <div className="flex-1">
                <Skeleton className="my-1 h-4 w-4/5" />
                <Skeleton className="mt-2.5 h-3 w-3/5" />
              </div>
            </div>
            <Skeleton className="mt-6 h-3.5 w-5/6" />
            <div className="mt-3 flex h-40 flex-col justify-around">
              {[0, 1, 2, 3].map((line) => (
                <Skeleton key={line} className="h-3 w-3/4" />
              ))}
            </div>
            <Skeleton className="mt-5 h-3 w-5/6" />
            <Skeleton className="mt-3 h-3 w-3/5" />
            <div className="mt-6 flex h-20 items-center justify-between gap-4 border-line border-t">
              <Skeleton className="h-3 w-2/3" />
              <Skeleton className="h-6 w-10 rounded-full" />
            </div>
            <div className="flex h-16 flex-col justify-center gap-3 border-line border-t">
              <Skeleton className="h-3 w-2/3" />
              <Skeleton className="h-3 w-1/2" />
            </div>
            <div className="mt-4 flex gap-2">
              <Skeleton className="h-10 flex-1 rounded-md" />
              <Skeleton className="h-10 flex-1 rounded-md" />
            </div>
            <Skeleton className="mx-auto mt-4 mb-2 h-4 w-36" />
          </Card>
        ))}
      </div>
    </>
  )
}
