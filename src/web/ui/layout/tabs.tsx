import { Tabs as Radix } from 'radix-ui'
import { type ComponentProps, type FocusEvent, type ReactNode, useEffect, useRef } from 'react'
import { cn } from '../cn.ts'

/** Controlled (`value`, `onValueChange`) or uncontrolled (`defaultValue`). Independent of the address. */
export function Tabs({ className, value, onValueChange, ...props }: ComponentProps<typeof Radix.Root>) {
  // A press and the focus that follows both report the new tab before `value` changes. Only the first is passed on,
  // so that a choice kept in the address is one history step.
  const asked = useRef(value)
  useEffect(() => {
    asked.current = value
  }, [value])

  function changeOnce(next: string) {
    if (value !== undefined && next === asked.current) return
    asked.current = next
    onValueChange?.(next)
  }

  return (
    <Radix.Root className={cn('min-w-0', className)} value={value} onValueChange={changeOnce} {...props} />
  )
}

export type TabsListProps = ComponentProps<typeof Radix.List> & {
  /** Names the row of tabs. */
  label: string
  /**
   * `line`: the main tabs of a page. `segmented`: a small filter. `fill`: equal widths (login and register). `rail`:
   * from 1024 px beside the page, below that like `line`. From 1024 px, the Tabs of a `rail` must be a grid and
   * vertical.
   */
  variant?: 'line' | 'segmented' | 'fill' | 'rail'
}

export function TabsList({ label, variant = 'line', className, ...props }: TabsListProps) {
  const scroller = useRef<HTMLDivElement>(null)

  // A tab chosen by address or by a link may be outside the visible part of a narrow screen.
  const centred = useRef<HTMLElement>(null)
  useEffect(() => {
    const row = scroller.current
    const active = row?.querySelector<HTMLElement>('[data-state=active]')
    if (!row || !active || active === centred.current) return
    centred.current = active
    centre(row, active)
  })

  useEffect(() => {
    const row = scroller.current
    if (!row) return
    // Also when the row becomes narrower, for example on a rotated screen.
    const watch = new ResizeObserver(() => {
      if (centred.current) centre(row, centred.current)
      markHiddenEnds(row)
    })
    watch.observe(row)
    return () => watch.disconnect()
  }, [])

  return (
    <div
      ref={scroller}
      data-variant={variant}
      onScroll={(event) => markHiddenEnds(event.currentTarget)}
      className={cn(
        'group/tabs scrollbar-none fade-more relative max-w-full overflow-x-auto overscroll-x-contain',
        variant === 'line' && 'shadow-[inset_0_-1px_0_var(--line)]',
        variant === 'rail' && 'max-lg:shadow-[inset_0_-1px_0_var(--line)]',
        variant === 'rail' &&
          'lg:sticky lg:top-20 lg:max-h-[calc(100dvh-6rem)] lg:self-start lg:overflow-y-auto lg:[mask-image:none]',
      )}
    >
      <Radix.List
        aria-label={label}
        className={cn(
          'flex min-w-full',
          (variant === 'line' || variant === 'rail') && 'w-max gap-1',
          variant === 'rail' && 'lg:w-full lg:flex-col lg:gap-0.5',
          (variant === 'segmented' || variant === 'fill') &&
            'gap-1 rounded-lg bg-bg p-1 ring-1 ring-line ring-inset',
          variant === 'segmented' && 'w-max min-w-0',
          className,
        )}
        {...props}
      />
    </div>
  )
}

function centre(row: HTMLElement, tab: HTMLElement) {
  row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2
}

/** Marks the ends at which tabs are hidden, for the style sheet. */
function markHiddenEnds(row: HTMLElement) {
  const left = row.scrollLeft > 4 ? 'start' : ''
  const right = row.scrollLeft + row.clientWidth < row.scrollWidth - 4 ? 'end' : ''
  row.dataset.more = `${left} ${right}`.trim()
}

/** The styles of a tab in each kind of row. */
const VARIANTS = [
  'group-data-[variant=line]/tabs:h-11 group-data-[variant=line]/tabs:px-3',
  'group-data-[variant=line]/tabs:after:absolute group-data-[variant=line]/tabs:after:inset-x-3 group-data-[variant=line]/tabs:after:bottom-0 group-data-[variant=line]/tabs:after:h-0.5 group-data-[variant=line]/tabs:after:rounded-full',
  'hover:text-fg group-data-[variant=line]/tabs:data-[state=active]:after:bg-fg',
  'rounded-sm group-data-[variant=fill]/tabs:h-9 group-data-[variant=segmented]/tabs:h-8',
  'group-data-[variant=segmented]/tabs:px-3 group-data-[variant=fill]/tabs:flex-1',
  'group-data-[variant=segmented]/tabs:data-[state=active]:bg-surface-2 group-data-[variant=segmented]/tabs:data-[state=active]:ring-1 group-data-[variant=segmented]/tabs:data-[state=active]:ring-line-strong',
  'group-data-[variant=fill]/tabs:data-[state=active]:bg-surface-2 group-data-[variant=fill]/tabs:data-[state=active]:ring-1 group-data-[variant=fill]/tabs:data-[state=active]:ring-line-strong',
  // Below 1024 px like a `line` tab, from 1024 px a list entry.
  'group-data-[variant=rail]/tabs:h-11 group-data-[variant=rail]/tabs:px-3',
  'max-lg:group-data-[variant=rail]/tabs:after:absolute max-lg:group-data-[variant=rail]/tabs:after:inset-x-3 max-lg:group-data-[variant=rail]/tabs:after:bottom-0 max-lg:group-data-[variant=rail]/tabs:after:h-0.5 max-lg:group-data-[variant=rail]/tabs:after:rounded-full',
  'max-lg:group-data-[variant=rail]/tabs:data-[state=active]:after:bg-fg',
  'lg:group-data-[variant=rail]/tabs:h-9 lg:group-data-[variant=rail]/tabs:justify-start lg:group-data-[variant=rail]/tabs:gap-2.5',
  'lg:group-data-[variant=rail]/tabs:rounded-md lg:group-data-[variant=rail]/tabs:hover:bg-hover lg:group-data-[variant=rail]/tabs:data-[state=active]:bg-surface-2',
] as const

/** The label of a group of tabs in a rail. Hidden from screen readers, for which the tabs are one list. */
export function TabsGroupLabel({ children }: { children: ReactNode }) {
  return (
    <span aria-hidden="true" className="px-3 pt-5 pb-1.5 text-subtle text-xs first:pt-0 max-lg:hidden">
      {children}
    </span>
  )
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
        ...VARIANTS,
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
