import { Check } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { cn } from '../cn.ts'

export type NativeCheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'children'> & {
  label: ReactNode
  hint?: ReactNode
}

/** Looks like Checkbox. For forms that can be filled in before any script has loaded. */
export function NativeCheckbox({ label, hint, className, ...props }: NativeCheckboxProps) {
  const ownId = useId()
  const id = props.id ?? ownId
  return (
    <div className="flex items-start gap-3">
      <span className="relative mt-px grid size-5 shrink-0 place-items-center">
        <input
          {...props}
          type="checkbox"
          id={id}
          aria-describedby={hint ? `${id}-about` : props['aria-describedby']}
          className={cn(
            'peer col-start-1 row-start-1 size-5 cursor-pointer appearance-none rounded-xs border border-control bg-bg',
            'transition-colors after:absolute after:-inset-1 checked:border-fg checked:bg-fg hover:border-subtle',
            'aria-invalid:border-danger disabled:cursor-not-allowed disabled:opacity-50',
            className,
          )}
        />
        <Check
          aria-hidden="true"
          strokeWidth={3}
          className="pointer-events-none col-start-1 row-start-1 size-3.5 text-bg opacity-0 peer-checked:opacity-100"
        />
      </span>
      <div className="min-w-0 text-sm">
        <label htmlFor={id} className="block text-fg">
          {label}
        </label>
        {hint ? (
          <p id={`${id}-about`} className="text-muted">
            {hint}
          </p>
        ) : null}
      </div>
    </div>
  )
}
