import { RadioGroup as Radix } from 'radix-ui'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { cn } from '../cn.ts'

export type RadioCardGroupProps = Omit<ComponentProps<typeof Radix.Root>, 'aria-label'> & {
  /** Names the group for screen readers. */
  label: string
}

/** A choice of one of a few options, each with a description. */
export function RadioCardGroup({ label, className, ...props }: RadioCardGroupProps) {
  return <Radix.Root aria-label={label} className={cn('grid gap-3', className)} {...props} />
}

export type RadioCardProps = {
  value: string
  title: ReactNode
  description?: ReactNode
  icon?: ReactNode
  /** At the right end: a Badge such as "Recommended". */
  badge?: ReactNode
  disabled?: boolean
  className?: string
}

export function RadioCard({ value, title, description, icon, badge, disabled, className }: RadioCardProps) {
  const id = useId()
  return (
    <Radix.Item
      value={value}
      disabled={disabled}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-text` : undefined}
      className={cn(
        'group flex w-full items-start gap-3 rounded-lg border border-control bg-surface p-4 text-left',
        'transition-[background-color,border-color,box-shadow] hover:border-subtle hover:bg-surface-2',
        'data-[state=checked]:border-fg data-[state=checked]:shadow-[inset_0_0_0_1px_var(--fg)]',
        'disabled:cursor-not-allowed disabled:opacity-50',
        className,
      )}
    >
      <span
        aria-hidden="true"
        className="mt-px grid size-5 shrink-0 place-items-center rounded-full border border-control bg-bg group-data-[state=checked]:border-fg"
      >
        <span className="size-2.5 scale-50 rounded-full bg-fg opacity-0 transition-[opacity,transform] group-data-[state=checked]:scale-100 group-data-[state=checked]:opacity-100" />
      </span>
      <span className="min-w-0 flex-1 text-sm">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span id={`${id}-title`} className="font-medium text-fg">
            {title}
          </span>
          {badge}
        </span>
        {description ? (
          <span id={`${id}-text`} className="mt-0.5 block text-muted">
            {description}
          </span>
        ) : null}
      </span>
      {icon ? (
        <span aria-hidden="true" className="shrink-0 text-muted [&_svg]:size-5">
          {icon}
        </span>
      ) : null}
    </Radix.Item>
  )
}
