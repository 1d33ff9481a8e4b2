import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { VisuallyHidden } from '../../ui/layout/visually-hidden.tsx'

/** A placeholder for entries of the log. */
export function EntriesSkeleton() {
  return (
    <div aria-busy="true" className="divide-y divide-line">
      <VisuallyHidden role="status">Loading entries</VisuallyHidden>
      {[0, 1, 2, 3, 4].map((entry) => (
        <div key={entry} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 py-5 first:pt-0">
          <Skeleton className="size-10 rounded-lg" />
          <div>
            <Skeleton className="my-1 h-4 w-64 max-w-full" />
            <Skeleton className="mt-3 h-3.5 w-96 max-w-full" />
          </div>
        </div>
      ))}
    </div>
  )
}
