import { Switch as Radix } from 'radix-ui'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { cn } from '../cn.ts'
import { useFieldWiring } from './field-context.ts'

export type SwitchProps = Omit<ComponentProps<typeof Radix.Root>, 'children'> & {
  label?: ReactNode
  hint?: ReactNode
}

/** A setting that takes effect at once. The text is on the left, the switch at the right end. */
export function Switch({ label, hint, className, required, ...props }: SwitchProps) {
  const ownId = useId()
  const wiring = useFieldWiring({ ...props, required })
  const id = wiring.id ?? ownId
  const hintId = `${id}-about`
  const control = (
    <Radix.Root
      {...props}
      {...wiring}
      id={id}
      aria-describedby={hint ? hintId : wiring['aria-describedby']}
      className={cn(
        'group relative inline-flex h-6 w-10 shrink-0 items-center rounded-full border border-control bg-surface-2',
        'transition-colors hover:border-subtle',
        'data-[state=checked]:border-accent data-[state=checked]:bg-accent',
        'disabled:cursor-not-allowed disabled:opacity-50',
        className,
      )}
    >
      <Radix.Thumb className="block size-4 translate-x-[3px] rounded-full bg-muted transition-transform data-[state=checked]:translate-x-[19px] data-[state=checked]:bg-accent-fg" />
    </Radix.Root>
  )
  if (!label) return control
  return (
    <div className="flex items-start justify-between gap-4">
      <div className="min-w-0 text-sm">
        <label htmlFor={id} className="block font-medium text-fg">
          {label}
        </label>
        {hint ? (
          <p id={hintId} className="text-muted">
            {hint}
          </p>
        ) : null}
      </div>
      {control}
    </div>
  )
}
