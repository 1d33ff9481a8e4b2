import type { ReactNode } from 'react'
import { cn } from '../cn.ts'

export type DataListRow = {
  term: string
  value: ReactNode
  /** For the total of a bill: shown in medium weight. */
  strong?: boolean
}

export type DataListProps = {
  rows: readonly DataListRow[]
  /** `end` aligns values right, for money; `start` puts them in a second column. */
  align?: 'start' | 'end'
  className?: string
}

export function DataList({ rows, align = 'end', className }: DataListProps) {
  return (
    <dl className={cn('divide-y divide-line text-sm', className)}>
      {rows.map(({ term, value, strong }) => (
        <div
          key={term}
          className={cn(
            'flex flex-wrap items-baseline gap-x-6 gap-y-0.5 py-3',
            align === 'end' && 'justify-between',
            strong && 'font-medium',
          )}
        >
          <dt className={cn(strong ? 'text-fg' : 'text-muted', align === 'start' && 'w-40 shrink-0')}>
            {term}
          </dt>
          <dd className={cn('min-w-0 break-words text-fg', align === 'end' && 'ml-auto text-right')}>
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
