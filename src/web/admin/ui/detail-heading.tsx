import type { ReactNode } from 'react'

export type DetailHeadingProps = {
  /** The noun of the detail: "Order". */
  noun: string
  id: number
  /** The status, as a badge. */
  state: ReactNode
  /** The subject and the amount. */
  about: ReactNode
  actions: ReactNode
}

export function DetailHeading({ noun, id, state, about, actions }: DetailHeadingProps) {
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
      <div className="min-w-0">
        <h2 className="flex flex-wrap items-center gap-x-3 gap-y-2 font-semibold text-2xl text-fg">
          <span>
            {noun} <span className="font-mono">#{id}</span>
          </span>
          {state}
        </h2>
        <p className="mt-1 text-muted text-sm">{about}</p>
      </div>
      {actions}
    </div>
  )
}
