import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Card } from '../../../ui/layout/card.tsx'

/** Has exactly the size of a ScriptCard. */
export function ScriptCardSkeleton() {
  return (
    <li className="flex min-w-0">
      <Card className="w-full overflow-hidden">
        <Skeleton className="aspect-8/5 h-auto w-full rounded-none" />
        <div className="flex flex-1 flex-col p-5">
          <Skeleton className="h-5.5 w-20" />
          <Skeleton className="mt-4 mb-1 h-5 w-3/5" />
          <div className="mt-1 flex h-11 flex-col justify-around">
            <Skeleton className="h-3 w-full" />
            <Skeleton className="h-3 w-2/3" />
          </div>
          <div className="mt-4 flex h-18 flex-col gap-4 pt-1.5">
            <Skeleton className="h-3 w-4/5" />
            <Skeleton className="h-3 w-3/4" />
          </div>
          <div className="mt-5 flex h-10 items-center justify-between">
            <Skeleton className="h-7 w-24" />
            <Skeleton className="h-10 w-24 rounded-md" />
          </div>
        </div>
      </Card>
    </li>
  )
}
