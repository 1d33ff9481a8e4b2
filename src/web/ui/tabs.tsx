import { Tabs as Radix } from 'radix-ui'
import { type ComponentProps, type FocusEvent, type ReactNode, useEffect, useRef } from 'react'
import { cn } from './cn.ts'

/** Controlled (`value`, `onValueChange`) or not (`defaultValue`); knows nothing of the address. */
export function Tabs({ className, value, onValueChange, ...props }: ComponentProps<typeof Radix.Root>) {
  // A press and the focus that follows both ask, before what holds the value has changed: told once, so that a
  // choice that stands in the address is one step of the history.
  const asked = useRef(value)
  useEffect(() => {
    asked.current = value
  }, [value])

  function tellOnce(next: string) {
    if (value !== undefined && next === asked.current) return
    asked.current = next
    onValueChange?.(next)
  }

  return <Radix.Root className={cn('min-w-0', className)} value={value} onValueChange={tellOnce} {...props} />
}

export type TabsListProps = ComponentProps<typeof Radix.List> & {
  /** Names the row of tabs. */
  label: string
  /**
   * `line` heads a page, `segmented` is a small filter, `fill` shares the width (login and register), `rail` stands beside
   * the page from 1024 px and is a `line` below; its Tabs are a grid there, and vertical.
   */
  look?: 'line' | 'segmented' | 'fill' | 'rail'
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
    centre(row, active)
  })

  useEffect(() => {
    const row = scroller.current
    if (!row) return
    // Also where a turned screen makes the row narrower.
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
      data-look={look}
      onScroll={(event) => markHiddenEnds(event.currentTarget)}
      className={cn(
        'group/tabs scrollbar-none fade-more relative max-w-full overflow-x-auto overscroll-x-contain',
        look === 'line' && 'shadow-[inset_0_-1px_0_var(--line)]',
        look === 'rail' && 'max-lg:shadow-[inset_0_-1px_0_var(--line)]',
        look === 'rail' &&
          'lg:sticky lg:top-20 lg:max-h-[calc(100dvh-6rem)] lg:self-start lg:overflow-y-auto lg:[mask-image:none]',
      )}
    >
      <Radix.List
        aria-label={label}
        className={cn(
          'flex min-w-full',
          (look === 'line' || look === 'rail') && 'w-max gap-1',
          look === 'rail' && 'lg:w-full lg:flex-col lg:gap-0.5',
          (look === 'segmented' || look === 'fill') &&
            'gap-1 rounded-lg bg-bg p-1 ring-1 ring-line ring-inset',
          look === 'segmented' && 'w-max min-w-0',
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

/** Tells the style sheet at which ends tabs are out of sight. */
function markHiddenEnds(row: HTMLElement) {
  const left = row.scrollLeft > 4 ? 'start' : ''
  const right = row.scrollLeft + row.clientWidth < row.scrollWidth - 4 ? 'end' : ''
  row.dataset.more = `${left} ${right}`.trim()
}

/** How a tab looks in each kind of row. */
const LOOKS = [
  'group-data-[look=line]/tabs:h-11 group-data-[look=line]/tabs:px-3',
  'group-data-[look=line]/tabs:after:absolute group-data-[look=line]/tabs:after:inset-x-3 group-data-[look=line]/tabs:after:bottom-0 group-data-[look=line]/tabs:after:h-0.5 group-data-[look=line]/tabs:after:rounded-full',
  'hover:text-fg group-data-[look=line]/tabs:data-[state=active]:after:bg-fg',
  'rounded-sm group-data-[look=fill]/tabs:h-9 group-data-[look=segmented]/tabs:h-8',
  'group-data-[look=segmented]/tabs:px-3 group-data-[look=fill]/tabs:flex-1',
  'group-data-[look=segmented]/tabs:data-[state=active]:bg-surface-2 group-data-[look=segmented]/tabs:data-[state=active]:ring-1 group-data-[look=segmented]/tabs:data-[state=active]:ring-line-strong',
  'group-data-[look=fill]/tabs:data-[state=active]:bg-surface-2 group-data-[look=fill]/tabs:data-[state=active]:ring-1 group-data-[look=fill]/tabs:data-[state=active]:ring-line-strong',
  // A line's tab below 1024 px, an entry of a list from there on.
  'group-data-[look=rail]/tabs:h-11 group-data-[look=rail]/tabs:px-3',
  'max-lg:group-data-[look=rail]/tabs:after:absolute max-lg:group-data-[look=rail]/tabs:after:inset-x-3 max-lg:group-data-[look=rail]/tabs:after:bottom-0 max-lg:group-data-[look=rail]/tabs:after:h-0.5 max-lg:group-data-[look=rail]/tabs:after:rounded-full',
  'max-lg:group-data-[look=rail]/tabs:data-[state=active]:after:bg-fg',
  'lg:group-data-[look=rail]/tabs:h-9 lg:group-data-[look=rail]/tabs:justify-start lg:group-data-[look=rail]/tabs:gap-2.5',
  'lg:group-data-[look=rail]/tabs:rounded-md lg:group-data-[look=rail]/tabs:hover:bg-hover lg:group-data-[look=rail]/tabs:data-[state=active]:bg-surface-2',
] as const

/** Heads a group of tabs of a rail: for the eye alone, the tabs are one list. */
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
        ...LOOKS,
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
