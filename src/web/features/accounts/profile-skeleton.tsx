import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { VisuallyHidden } from '../../ui/layout/visually-hidden.tsx'

/** Placeholders for the profile's cards, in their final positions and sizes. */
export function ProfileSkeleton() {
  return (
    <>
      <VisuallyHidden role="status">Loading your profile</VisuallyHidden>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <div className="flex flex-col gap-6">
          <Waiting className="h-100" lines={3} />
          <Waiting className="h-93" lines={3} />
        </div>
        <div className="flex flex-col gap-6">
          <Waiting className="h-112" lines={3} />
          <Waiting className="h-40" lines={1} />
        </div>
      </div>
    </>
  )
}

const Waiting = ({ className, lines }: { className: string; lines: number }) => (
  <Card className={className}>
    <div className="p-5 sm:p-6">
      <Skeleton className="my-1.25 w-36" />
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} className="mt-6 h-8 w-full" />
      ))}
    </div>
  </Card>
)
