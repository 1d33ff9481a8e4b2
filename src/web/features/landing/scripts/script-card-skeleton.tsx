import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Card } from '../../../ui/layout/card.tsx'

/** Has exactly the size of a ScriptCard. */
export function ScriptCardSkeleton() {
  return (
    <li className="flex min-w-0 max-sm:w-[85%] max-sm:shrink-0 max-sm:snap-start">
      <Card className="relative w-full overflow-hidden">
        <Skeleton className="aspect-8/5 h-auto w-full rounded-none max-sm:aspect-7/2" />
        <div className="flex flex-1 flex-col p-4 sm:p-5">
          <Skeleton className="h-5.5 w-20" />
          <Skeleton className="mt-3 mb-1 h-5 w-1/2 sm:mt-4" />
          <div className="mt-1 flex h-15 flex-col justify-around sm:h-11">
            <Skeleton className="h-3 w-full" />
            <Skeleton className="h-3 w-2/3" />
          </div>
          <div className="mt-2 flex h-13 flex-col gap-3 pt-1.5 sm:mt-4 sm:h-18 sm:gap-4">
            <Skeleton className="h-3 w-4/5" />
            <Skeleton className="h-3 w-3/4" />
          </div>
          <div className="mt-3 flex h-10 sm:mt-5 items-center justify-between">
            <Skeleton className="h-7 w-24" />
            <Skeleton className="h-10 w-24 rounded-md" />
          </div>
        </div>
      </Card>
    </li>
  )
}
