import { ApiError, reasonOf } from '../../lib/api.ts'
import { AppLink } from '../../lib/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'

export type DetailErrorProps = {
  /** The singular noun of the detail: "order". */
  noun: string
  back: { to: string; label: string }
  query: { error: unknown; isFetching: boolean; refetch: () => unknown }
}

/** The reason why a detail is not shown. A 404 offers no retry; any other error does. */
export function DetailError({ noun, back, query: { error, isFetching, refetch } }: DetailErrorProps) {
  if (error instanceof ApiError && error.status === 404)
    return (
      <EmptyState
        title={`There is no such ${noun}.`}
        text="Its number may be mistyped, or it was deleted."
        action={
          <Button asChild>
            <AppLink to={back.to}>{back.label}</AppLink>
          </Button>
        }
      />
    )
  return (
    <ErrorState
      title={`The ${noun} could not be loaded`}
      text={reasonOf(error, 'An unexpected error occurred')}
      onRetry={() => refetch()}
      retrying={isFetching}
    />
  )
}
