import type { ReactNode } from 'react'
import { ApiError, reasonOf } from '../../app/api.ts'
import { AppLink } from '../../app/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { BackLink } from './back-link.tsx'

type Asked = { error: unknown; isFetching: boolean; refetch: () => unknown }

export type DetailFrameProps = {
  /** What it is one of: "order". */
  noun: string
  back: { to: string; label: string }
  query: Asked
  /** Undefined while it is on its way. */
  children: ReactNode
}

/** A detail in place of its list, with the way back and its states. */
export function DetailFrame({ noun, back, query, children }: DetailFrameProps) {
  const { error, isFetching, refetch } = query
  const isAbsent = error instanceof ApiError && error.status === 404
  return (
    <div className="flex flex-col gap-4">
      <BackLink to={back.to}>{back.label}</BackLink>
      {children}
      {!children && !error ? <DetailSkeleton noun={noun} /> : null}
      {!children && isAbsent ? (
        <EmptyState
          title={`There is no such ${noun}.`}
          text="Its number may be mistyped."
          action={
            <Button asChild>
              <AppLink to={back.to}>{back.label}</AppLink>
            </Button>
          }
        />
      ) : null}
      {!children && error && !isAbsent ? (
        <ErrorState
          title={`The ${noun} could not be loaded`}
          text={reasonOf(error, 'An unexpected error occurred')}
          onRetry={refetch}
          retrying={isFetching}
        />
      ) : null}
    </div>
  )
}

function DetailSkeleton({ noun }: { noun: string }) {
  return (
    <div>
      <VisuallyHidden role="status">Loading the {noun}</VisuallyHidden>
      <Skeleton className="h-8 w-56" />
      <Skeleton className="mt-2 h-4 w-40" />
      <div className="mt-6 grid gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <Skeleton className="h-96 w-full rounded-xl" />
        <Skeleton className="h-80 w-full rounded-xl" />
      </div>
    </div>
  )
}
