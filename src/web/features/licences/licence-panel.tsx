import { useQuery } from '@tanstack/react-query'
import { reasonOf } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { VisuallyHidden } from '../../ui/layout/visually-hidden.tsx'
import { LeaseCode } from './lease-code.tsx'
import { LicenceSection } from './licence-section.tsx'
import { licencesFor } from './licences-for.ts'
import { licencesQuery } from './queries.ts'

export function LicencePanel({ productId }: { productId: number }) {
  const { data, error, isFetching, refetch } = useQuery(licencesQuery())
  if (error) {
    return (
      <ErrorState
        bare
        title="Your licence could not be loaded"
        text={reasonOf(error, 'An unexpected error occurred')}
        onRetry={refetch}
        retrying={isFetching}
      />
    )
  }
  if (!data) return <Waiting />
  const shown = licencesFor(productId, data)
  if (shown.length === 0) {
    return (
      <EmptyState
        bare
        title="No licence key yet"
        text="We are creating the key for this purchase. It appears here within minutes. You can already download your file."
        action={
          <Button busy={isFetching} onClick={() => refetch()}>
            Check again
          </Button>
        }
      />
    )
  }
  return (
    <>
      <ul className="flex flex-col gap-6 *:border-line *:not-first:border-t *:not-first:pt-6">
        {shown.map((licence) => (
          <LicenceSection key={licence.id} licence={licence} />
        ))}
      </ul>
      <LeaseCode />
    </>
  )
}

const Waiting = () => (
  <>
    <VisuallyHidden role="status">Loading your licence</VisuallyHidden>
    <Skeleton className="h-5 w-2/5" />
    <Skeleton className="mt-4 h-20 rounded-lg" />
    <Skeleton className="mt-6 h-4 w-1/3" />
    <Skeleton className="mt-3 h-16 rounded-lg" />
  </>
)
