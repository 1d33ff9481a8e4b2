import { Tabs as Radix } from 'radix-ui'
import { type ComponentProps, type FocusEvent, type ReactNode, useEffect, useRef } from 'react'
import { cn } from './cn.ts'

/** Controlled (`value`, `onValueChange`) or not (`defaultValue`); knows nothing of the address. */
export function Tabs({ className, ...props }: ComponentProps<typeof Radix.Root>) {
  return <Radix.Root className={cn('min-w-0', className)} {...props} />
}

export type TabsListProps = ComponentProps<typeof Radix.List> & {
  /** Names the row of tabs. */
  label: string
  /** `line` heads a page, `segmented` is a small filter, `fill` shares the width (login and register). */
  look?: 'line' | 'segmented' | 'fill'
}

export function TabsList({ label, look = 'line', className, ...props }: TabsListProps) {
  const scroller = useRef<HTMLDivElement>(null)

  // A tab chosen by address or by a link may be outside the visible part of a narrow screen.
  const centred = useRef<HTMLElement>(null)
  useEffect(() => {
    const row = scroller.current
    const active = row?.querySelector<HTMLElement>('[data-state=active]')
    if (!row || !active || active === centred.current) return
    centred.current = active
    row.scrollLeft = active.offsetLeft - (row.clientWidth - active.offsetWidth) / 2
  })

  useEffect(() => {
    const row = scroller.current
    if (!row) return
    const watch = new ResizeObserver(() => markHiddenEnds(row))
    watch.observe(row)
    return () => watch.disconnect()
  }, [])

  return (
    <div
      ref={scroller}
      data-look={look}
      onScroll={(event) => markHiddenEnds(event.currentTarget)}
      className={cn(
        'group/tabs scrollbar-none fade-more relative max-w-full overflow-x-auto overscroll-x-contain',
        look === 'line' && 'shadow-[inset_0_-1px_0_var(--line)]',
      )}
    >
      <Radix.List
        aria-label={label}
        className={cn(
          'flex min-w-full',
          look === 'line' ? 'w-max gap-1' : 'gap-1 rounded-lg bg-bg p-1 ring-1 ring-line ring-inset',
          look === 'segmented' && 'w-max min-w-0',
          className,
        )}
        {...props}
      />
    </div>
  )
}

/** Tells the style sheet at which ends tabs are out of sight. */
function markHiddenEnds(row: HTMLElement) {
  const left = row.scrollLeft > 4 ? 'start' : ''
  const right = row.scrollLeft + row.clientWidth < row.scrollWidth - 4 ? 'end' : ''
  row.dataset.more = `${left} ${right}`.trim()
}

export type TabsTriggerProps = ComponentProps<typeof Radix.Trigger> & { icon?: ReactNode }

export function TabsTrigger({ icon, className, children, onFocus, ...props }: TabsTriggerProps) {
  function reveal(event: FocusEvent<HTMLButtonElement>) {
    event.currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    onFocus?.(event)
  }
  return (
    <Radix.Trigger
      onFocus={reveal}
      className={cn(
        'relative inline-flex shrink-0 scroll-mx-10 items-center justify-center gap-2 whitespace-nowrap font-medium text-muted text-sm',
        'transition-colors focus-visible:-outline-offset-2 data-[state=active]:text-fg [&_svg]:size-4',
        'disabled:cursor-not-allowed disabled:opacity-50',
        'group-data-[look=line]/tabs:h-11 group-data-[look=line]/tabs:px-3',
        'group-data-[look=line]/tabs:after:absolute group-data-[look=line]/tabs:after:inset-x-3 group-data-[look=line]/tabs:after:bottom-0 group-data-[look=line]/tabs:after:h-0.5 group-data-[look=line]/tabs:after:rounded-full',
        'hover:text-fg group-data-[look=line]/tabs:data-[state=active]:after:bg-fg',
        'rounded-sm group-data-[look=fill]/tabs:h-9 group-data-[look=segmented]/tabs:h-8',
        'group-data-[look=segmented]/tabs:px-3 group-data-[look=fill]/tabs:flex-1',
        'not-group-data-[look=line]/tabs:data-[state=active]:bg-surface-2 not-group-data-[look=line]/tabs:data-[state=active]:ring-1 not-group-data-[look=line]/tabs:data-[state=active]:ring-line-strong',
        className,
      )}
      {...props}
    >
      {icon}
      {children}
    </Radix.Trigger>
  )
}

export function TabsContent({ className, ...props }: ComponentProps<typeof Radix.Content>) {
  return <Radix.Content className={cn('rounded-sm pt-6', className)} {...props} />
}
