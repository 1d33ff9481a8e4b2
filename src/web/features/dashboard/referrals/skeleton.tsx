import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { VisuallyHidden } from '../../../ui/layout/visually-hidden.tsx'

/** Placeholders for stats, link and list, in their final positions. */
export function ReferralsSkeleton() {
  return (
    <>
      <VisuallyHidden role="status">Loading your referrals</VisuallyHidden>
      <div className="grid items-start gap-6 lg:grid-cols-5">
        <Card className="grid grid-cols-2 gap-px overflow-hidden bg-line sm:grid-cols-4 lg:col-span-5">
          {[0, 1, 2, 3].map((stat) => (
            <div key={stat} className="bg-surface px-5 py-4 sm:px-6 sm:py-5">
              <Skeleton className="my-0.75 w-20" />
              <Skeleton className="mt-2 h-6 w-14" />
            </div>
          ))}
        </Card>
        <div className="flex flex-col gap-6 lg:col-span-3">
          <Card className="h-84 p-5 sm:p-6">
            <Skeleton className="h-5 w-40" />
            <Skeleton className="mt-5 h-10 rounded-md" />
          </Card>
          <Card className="h-72 p-5 sm:p-6">
            <Skeleton className="h-5 w-40" />
          </Card>
        </div>
        <Card className="h-84 p-5 sm:p-6 lg:col-span-2">
          <Skeleton className="h-5 w-40" />
        </Card>
      </div>
    </>
  )
}
