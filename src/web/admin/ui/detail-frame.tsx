import type { ReactNode } from 'react'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { VisuallyHidden } from '../../ui/layout/visually-hidden.tsx'
import { BackLink } from './back-link.tsx'
import { DetailError, type DetailErrorProps } from './detail-error.tsx'

export type DetailFrameProps = DetailErrorProps & {
  /** Undefined while the detail loads. */
  children: ReactNode
}

/** A detail in place of its list, with a link back and the loading and error states. */
export function DetailFrame({ noun, back, query, children }: DetailFrameProps) {
  return (
    <div className="flex flex-col gap-4">
      <BackLink to={back.to}>{back.label}</BackLink>
      {children}
      {!children && !query.error ? <DetailSkeleton noun={noun} /> : null}
      {!children && query.error ? <DetailError noun={noun} back={back} query={query} /> : null}
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
