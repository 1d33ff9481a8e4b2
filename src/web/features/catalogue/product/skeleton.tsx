import { Skeleton, SkeletonText } from '../../../ui/feedback/skeleton.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Container } from '../../../ui/layout/container.tsx'
import { VisuallyHidden } from '../../../ui/layout/visually-hidden.tsx'

/** A placeholder for a product's page. */
export function ProductSkeleton() {
  return (
    <Container className="min-h-[calc(100dvh-4rem)] pt-6 pb-section sm:pt-8">
      <h1 className="sr-only">Script</h1>
      <VisuallyHidden role="status">Loading the script</VisuallyHidden>
      <Skeleton className="my-1 h-4 w-48" />
      <div className="mt-6 grid gap-x-12 gap-y-10 sm:mt-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex flex-col gap-6 sm:flex-row sm:gap-8">
          <Skeleton className="aspect-5/2 h-auto w-full rounded-xl sm:aspect-8/5 sm:w-56 sm:shrink-0 sm:self-start" />
          <div className="min-w-0 flex-1">
            <Skeleton className="h-5.5 w-20" />
            <Skeleton className="mt-5 h-8 w-4/5" />
            <Skeleton className="mt-4 h-3 w-56" />
            <SkeletonText lines={4} className="mt-6" />
          </div>
        </div>
        <Card className="p-5 sm:p-6">
          <Skeleton className="h-9 w-36" />
          <Skeleton className="mt-6 h-12 w-full rounded-md max-lg:hidden" />
          <SkeletonText lines={5} className="mt-6 border-line border-t pt-6" />
        </Card>
        <div className="border-line border-t pt-8">
          <SkeletonText lines={3} />
        </div>
      </div>
    </Container>
  )
}
