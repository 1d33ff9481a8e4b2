import {
  type ComponentProps,
  createContext,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  use,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { cn } from '../cn.ts'

type TabsState = {
  id: string
  value: string | undefined
  orientation: 'horizontal' | 'vertical'
  choose: (value: string) => void
}

const TabsContext = createContext<TabsState | null>(null)

function useTabs(): TabsState {
  const state = use(TabsContext)
  if (!state) throw new Error('This part belongs into Tabs')
  return state
}

export type TabsProps = Omit<ComponentProps<'div'>, 'defaultValue'> & {
  value?: string
  defaultValue?: string
  onValueChange?: (value: string) => void
  orientation?: TabsState['orientation']
}

/**
 * Controlled (`value`, `onValueChange`) or uncontrolled (`defaultValue`). Independent of the address. Without Radix,
 * whose tabs are ten times as large: the dashboard needs them at once.
 */
export function Tabs({
  className,
  value,
  defaultValue,
  onValueChange,
  orientation = 'horizontal',
  ...props
}: TabsProps) {
  const id = useId()
  const [own, setOwn] = useState(defaultValue)
  // A press and the focus that follows both report the new tab before `value` changes. Only the first is passed on,
  // so that a choice kept in the address is one history step.
  const shown = value ?? own
  const asked = useRef(shown)
  useEffect(() => {
    asked.current = shown
  }, [shown])

  function choose(next: string) {
    if (next === asked.current) return
    asked.current = next
    if (value === undefined) setOwn(next)
    onValueChange?.(next)
  }

  return (
    <TabsContext value={{ id, value: shown, orientation, choose }}>
      <div data-orientation={orientation} className={cn('min-w-0', className)} {...props} />
    </TabsContext>
  )
}

export type TabsListProps = ComponentProps<'div'> & {
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
  const { orientation } = useTabs()
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
      <div
        role="tablist"
        aria-label={label}
        aria-orientation={orientation}
        onKeyDown={(event) => moveFocus(event, orientation)}
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

/** The arrow keys, Home and End move the focus, which chooses the tab. */
function moveFocus(event: KeyboardEvent<HTMLElement>, orientation: TabsState['orientation']) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]:not(:disabled)')]
  const at = tabs.indexOf(document.activeElement as HTMLElement)
  if (at < 0) return
  const [back, on] = orientation === 'vertical' ? ['ArrowUp', 'ArrowDown'] : ['ArrowLeft', 'ArrowRight']
  const targets: Record<string, number> = { [back]: at - 1, [on]: (at + 1) % tabs.length, Home: 0, End: -1 }
  const target = targets[event.key]
  if (target === undefined) return
  event.preventDefault()
  tabs.at(target)?.focus()
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

export type TabsTriggerProps = ComponentProps<'button'> & { value: string; icon?: ReactNode }

export function TabsTrigger({ value, icon, className, children, disabled, ...props }: TabsTriggerProps) {
  const tabs = useTabs()
  const isActive = tabs.value === value
  function reveal(event: FocusEvent<HTMLButtonElement>) {
    event.currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    tabs.choose(value)
  }
  return (
    <button
      type="button"
      role="tab"
      id={`${tabs.id}-tab-${value}`}
      aria-selected={isActive}
      aria-controls={`${tabs.id}-panel-${value}`}
      data-state={isActive ? 'active' : 'inactive'}
      disabled={disabled}
      tabIndex={isActive ? 0 : -1}
      onMouseDown={(event) => {
        // Only the main button chooses. Another one must not move the focus, which would choose too.
        if (event.button === 0 && !event.ctrlKey) tabs.choose(value)
        else event.preventDefault()
      }}
      onClick={() => tabs.choose(value)}
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
    </button>
  )
}

/** The content of the tab with this value. Empty while another tab is open. */
export function TabsContent({
  value,
  className,
  children,
  ...props
}: ComponentProps<'div'> & { value: string }) {
  const tabs = useTabs()
  const isOpen = tabs.value === value
  return (
    <div
      role="tabpanel"
      id={`${tabs.id}-panel-${value}`}
      aria-labelledby={`${tabs.id}-tab-${value}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel may have nothing else that takes the focus
      tabIndex={0}
      hidden={!isOpen}
      className={cn('rounded-sm pt-6', className)}
      {...props}
    >
      {isOpen ? children : null}
    </div>
  )
}
