import { type ComponentProps, createContext, type ReactNode, use, useId } from 'react'
import { cn } from '../cn.ts'

type RadioGroup = { name: string; value: string; onValueChange: (value: string) => void }

const RadioGroupContext = createContext<RadioGroup | null>(null)

export type RadioCardGroupProps = Omit<ComponentProps<'div'>, 'aria-label'> &
  Omit<RadioGroup, 'name'> & {
    /** Names the group for screen readers. */
    label: string
  }

/** A choice of one of a few options, each with a description. */
export function RadioCardGroup({ label, value, onValueChange, className, ...props }: RadioCardGroupProps) {
  const name = useId()
  return (
    <RadioGroupContext value={{ name, value, onValueChange }}>
      <div role="radiogroup" aria-label={label} className={cn('grid gap-3', className)} {...props} />
    </RadioGroupContext>
  )
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
  const group = use(RadioGroupContext)
  return (
    <label
      className={cn(
        'flex w-full cursor-pointer items-start gap-3 rounded-lg border border-control bg-surface p-4 text-left',
        'transition-[background-color,border-color,box-shadow] hover:border-subtle hover:bg-surface-2',
        'has-checked:border-fg has-checked:shadow-[inset_0_0_0_1px_var(--fg)]',
        'has-focus-visible:outline-2 has-focus-visible:outline-ring has-focus-visible:outline-offset-2',
        'has-disabled:cursor-not-allowed has-disabled:opacity-50',
        className,
      )}
    >
      <input
        type="radio"
        name={group?.name}
        value={value}
        checked={group?.value === value}
        disabled={disabled}
        onChange={() => group?.onValueChange(value)}
        aria-labelledby={`${id}-title`}
        aria-describedby={description ? `${id}-text` : undefined}
        className="mt-px size-5 shrink-0 appearance-none rounded-full border border-control bg-bg outline-none checked:border-[6px] checked:border-fg"
      />
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
    </label>
  )
}
