import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { VisuallyHidden } from '../../../ui/layout/visually-hidden.tsx'

/** A placeholder for a month of releases. */
export function ChangelogSkeleton() {
  return (
    <div aria-busy="true" className="grid gap-x-12 gap-y-6 lg:grid-cols-[10rem_minmax(0,1fr)]">
      <VisuallyHidden role="status">Loading releases</VisuallyHidden>
      <Skeleton className="my-1 h-5 w-36" />
      <div className="flex flex-col gap-8">
        {[0, 1, 2, 3, 4].map((entry) => (
          <div key={entry} className="grid gap-x-8 gap-y-2 sm:grid-cols-[7.5rem_minmax(0,1fr)]">
            <Skeleton className="my-1.5 h-3.5 w-24" />
            <div className="relative pl-18">
              <Skeleton className="absolute top-1 left-0 h-8.75 w-14" />
              <Skeleton className="my-1 h-4.5 w-56 max-w-full" />
              <Skeleton className="mt-3 h-3 w-full max-w-copy" />
              <Skeleton className="mt-3 h-3 w-2/3 max-w-copy" />
            </div>
          </div>
        ))}
      </div>
    </div>
  )
}
