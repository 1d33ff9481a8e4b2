import { Card } from '../../ui/card.tsx'
import { Skeleton, SkeletonText } from '../../ui/skeleton.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'

export function SubscriptionsSkeleton() {
  return (
    <>
      <VisuallyHidden role="status">Loading your subscriptions</VisuallyHidden>
      <div className="grid gap-6 lg:grid-cols-2">
        {[0, 1].map((card) => (
          <Card key={card} className="p-5 sm:p-6">
            <div className="flex items-center justify-between gap-4">
              <Skeleton className="h-5 w-44 max-w-full" />
              <Skeleton className="h-5 w-16" />
            </div>
            <SkeletonText lines={3} className="mt-5" />
            <Skeleton className="mt-6 h-10 rounded-md" />
          </Card>
        ))}
      </div>
    </>
  )
}

export function ReferralsSkeleton() {
  return (
    <>
      <VisuallyHidden role="status">Loading your referrals</VisuallyHidden>
      <Card className="p-5 sm:p-6">
        <Skeleton className="h-5 w-40" />
        <Skeleton className="mt-3 h-3 w-72 max-w-full" />
        <Skeleton className="mt-5 h-10 rounded-md" />
      </Card>
      <Card className="mt-6 grid grid-cols-2 gap-px overflow-hidden bg-line sm:grid-cols-4">
        {[0, 1, 2, 3].map((stat) => (
          <div key={stat} className="bg-surface px-5 py-4 sm:px-6 sm:py-5">
            <Skeleton className="my-0.75 w-20" />
            <Skeleton className="mt-2 h-6 w-14" />
          </div>
        ))}
      </Card>
    </>
  )
}

export function ProfileSkeleton() {
  return (
    <>
      <VisuallyHidden role="status">Loading your profile</VisuallyHidden>
      <div className="grid gap-6 lg:grid-cols-2">
        {[0, 1].map((card) => (
          <Card key={card} className="p-5 sm:p-6">
            <Skeleton className="h-5 w-40" />
            {[0, 1, 2].map((field) => (
              <div key={field} className="mt-6">
                <Skeleton className="h-3.5 w-24" />
                <Skeleton className="mt-2.5 h-10 rounded-md" />
              </div>
            ))}
            <Skeleton className="mt-6 h-10 w-32 rounded-md" />
          </Card>
        ))}
      </div>
    </>
  )
}
