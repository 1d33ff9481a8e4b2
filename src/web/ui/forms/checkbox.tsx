import { Check, Minus } from 'lucide-react'
import { Checkbox as Radix } from 'radix-ui'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { cn } from '../cn.ts'
import { useFieldWiring } from './field-context.ts'

export type CheckboxProps = Omit<ComponentProps<typeof Radix.Root>, 'children'> & {
  label?: ReactNode
  hint?: ReactNode
}

/** A checkbox. Without `label`, it needs an `aria-label` or a Field. */
export function Checkbox({ label, hint, className, required, ...props }: CheckboxProps) {
  const ownId = useId()
  const wiring = useFieldWiring({ ...props, required })
  const id = wiring.id ?? ownId
  const hintId = `${id}-about`
  const box = (
    <Radix.Root
      {...props}
      {...wiring}
      id={id}
      aria-describedby={hint ? hintId : wiring['aria-describedby']}
      className={cn(
        'group relative grid size-5 shrink-0 place-items-center rounded-xs border border-control bg-bg text-bg',
        'transition-colors after:absolute after:-inset-1 hover:border-subtle',
        'data-[state=checked]:border-fg data-[state=indeterminate]:border-fg',
        'data-[state=checked]:bg-fg data-[state=indeterminate]:bg-fg aria-invalid:border-danger',
        'disabled:cursor-not-allowed disabled:opacity-50',
        className,
      )}
    >
      <Radix.Indicator className="group grid place-items-center">
        <Check
          aria-hidden="true"
          strokeWidth={3}
          className="size-3.5 group-data-[state=indeterminate]:hidden"
        />
        <Minus
          aria-hidden="true"
          strokeWidth={3}
          className="hidden size-3.5 group-data-[state=indeterminate]:block"
        />
      </Radix.Indicator>
    </Radix.Root>
  )
  if (!label) return box
  return (
    <div className="flex items-start gap-3">
      <span className="flex h-[1.375rem] items-center">{box}</span>
      <div className="min-w-0 text-sm">
        <label htmlFor={id} className="block text-fg">
          {label}
        </label>
        {hint ? (
          <p id={hintId} className="text-muted">
            {hint}
          </p>
        ) : null}
      </div>
    </div>
  )
}
