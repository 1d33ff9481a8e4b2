import type { ComponentProps, ReactNode } from 'react'
import { cn } from '../cn.ts'
import { controlStyles } from './control-styles.ts'
import { useFieldWiring } from './field-context.ts'

export type InputProps = ComponentProps<'input'> & {
  /** Decoration inside the left edge: an icon, "$". */
  start?: ReactNode
  /** Inside the right edge: a unit, a small button. */
  end?: ReactNode
}

export function Input({ start, end, className, required, ...props }: InputProps) {
  const wiring = useFieldWiring({ ...props, required })
  const input = (
    <input
      {...props}
      {...wiring}
      required={required}
      className={cn(
        controlStyles,
        'h-10 read-only:border-line-strong read-only:bg-surface-2',
        start && 'pl-9',
        end && 'pr-11',
        className,
      )}
    />
  )
  if (!start && !end) return input
  return (
    <div className="relative">
      {start ? (
        <span className="pointer-events-none absolute inset-y-0 left-0 flex w-9 items-center justify-center text-sm text-subtle [&_svg]:size-4">
          {start}
        </span>
      ) : null}
      {input}
      {end ? (
        <span className="absolute inset-y-0 right-1 flex items-center text-sm text-subtle">{end}</span>
      ) : null}
    </div>
  )
}
