import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Card } from '../../ui/layout/card.tsx'

/** Has the size of a ProductTile with three lines of description. */
export function ProductTileSkeleton() {
  return (
    <li className="flex min-w-0">
      <Card className="w-full overflow-hidden">
        <Skeleton className="aspect-8/5 h-auto w-full rounded-none" />
        <div className="flex flex-1 flex-col p-5">
          <div className="flex items-center justify-between">
            <Skeleton className="h-5.5 w-20" />
            <Skeleton className="h-3 w-28" />
          </div>
          <Skeleton className="mt-4 mb-1 h-5 w-3/5" />
          <div className="mt-1 mb-5 flex h-16.5 flex-col justify-around">
            <Skeleton className="h-3 w-full" />
            <Skeleton className="h-3 w-11/12" />
            <Skeleton className="h-3 w-2/3" />
          </div>
          <div className="flex h-10 items-center justify-between">
            <Skeleton className="h-7 w-24" />
            <Skeleton className="h-10 w-24 rounded-md" />
          </div>
        </div>
      </Card>
    </li>
  )
}
