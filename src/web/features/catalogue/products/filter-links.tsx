import type { ReactNode } from 'react'
import { AppLink } from '../../../lib/app-link.tsx'
import { cn } from '../../../ui/cn.ts'

export type FilterOption = {
  label: string
  href: string
  /** For a plain click, instead of the address, which may lack a letter that was typed just before. */
  onChoose: () => void
  active: boolean
  /** The number of results of the option. Undefined until known; its space is reserved. */
  count: number | undefined
  /** Before the label. */
  mark?: ReactNode
}

export type FilterLinksProps = {
  label: string
  options: readonly FilterOption[]
  className?: string | undefined
}

/**
 * A choice of one of a few options, each a link: works before any script runs, and in a new tab. On phones they are one
 * row, which scrolls.
 */
export function FilterLinks({ label, options, className }: FilterLinksProps) {
  return (
    <ul
      aria-label={label}
      className={cn(
        'scrollbar-none flex gap-1.5 max-sm:-mx-gutter max-sm:w-screen max-sm:overflow-x-auto max-sm:px-gutter max-sm:py-1 sm:flex-wrap',
        className,
      )}
    >
      {options.map(({ label, href, onChoose, active, count, mark }) => (
        <li key={label} className="max-sm:shrink-0">
          <AppLink
            to={href}
            onFollow={onChoose}
            aria-current={active ? 'true' : undefined}
            className={cn(
              'inline-flex h-8 items-center gap-2 rounded-full border px-3 font-medium text-sm transition-colors',
              active
                ? 'border-fg bg-fg text-bg'
                : 'border-line-strong bg-surface text-muted hover:border-control hover:text-fg',
            )}
          >
            {mark}
            {label}
            <span className={cn('min-w-[1ch] font-mono font-normal text-xs', !active && 'text-subtle')}>
              {count}
            </span>
          </AppLink>
        </li>
      ))}
    </ul>
  )
}
