import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Card } from '../../ui/layout/card.tsx'

/** Has the size of a ProductTile with three lines of description. */
export function ProductTileSkeleton() {
  return (
    <li className="flex min-w-0">
      <Card className="w-full overflow-hidden max-sm:flex-row max-sm:gap-4 max-sm:p-4">
        <Skeleton className="aspect-8/5 h-auto w-full max-sm:w-20 max-sm:shrink-0 max-sm:self-start max-sm:rounded-md sm:rounded-none" />
        <div className="flex flex-1 flex-col sm:p-5">
          <div className="flex items-center justify-between max-sm:hidden">
            <Skeleton className="h-5.5 w-20" />
            <Skeleton className="h-3 w-28" />
          </div>
          <Skeleton className="mb-1 h-5 w-3/5 sm:mt-4" />
          <div className="mt-1 flex h-11 flex-col justify-around sm:h-16.5">
            <Skeleton className="h-3 w-full" />
            <Skeleton className="h-3 w-11/12" />
            <Skeleton className="h-3 w-2/3 max-sm:hidden" />
          </div>
          <Skeleton className="mt-3.5 mb-4 h-3.5 w-32 sm:mt-4.5 sm:mb-6" />
          <div className="flex h-10 items-center justify-between">
            <Skeleton className="h-7 w-24" />
            <Skeleton className="h-10 w-24 rounded-md" />
          </div>
        </div>
      </Card>
    </li>
  )
}
