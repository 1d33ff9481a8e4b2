import { Skeleton } from '../../ui/feedback/skeleton.tsx'

/** Placeholders for three products of the overview. */
export function ProductRowsSkeleton() {
  return (
    <div className="divide-y divide-line border-line border-t">
      {[0, 1, 2].map((row) => (
        <div key={row} className="flex items-center gap-4 px-5 py-4 sm:px-6">
          <Skeleton className="aspect-8/5 h-auto w-16 shrink-0 rounded-md sm:w-20" />
          <div className="min-w-0 flex-1">
            <Skeleton className="h-4 w-40 max-w-full" />
            <Skeleton className="mt-2 h-3 w-56 max-w-full" />
          </div>
          <Skeleton className="size-10 rounded-md" />
        </div>
      ))}
    </div>
  )
}

export function PurchaseRowsSkeleton() {
  return (
    <div className="divide-y divide-line border-line border-t">
      {[0, 1, 2].map((row) => (
        <div key={row} className="flex items-center justify-between gap-4 px-5 py-3.5 sm:px-6">
          <div>
            <Skeleton className="h-4 w-36" />
            <Skeleton className="mt-2 h-3 w-24" />
          </div>
          <Skeleton className="h-4 w-16" />
        </div>
      ))}
    </div>
  )
}
