import { Check } from 'lucide-react'
import { cn } from '../cn.ts'
import { VisuallyHidden } from './visually-hidden.tsx'

export type StepperProps = {
  steps: readonly string[]
  /** The index of the current step; `steps.length` when all are done. */
  current: number
  label?: string
  className?: string
}

/** The 'Review → Payment → Access' indicator. */
export function Stepper({ steps, current, label = 'Progress', className }: StepperProps) {
  return (
    <ol aria-label={label} className={cn('flex items-center gap-2 text-sm sm:gap-3', className)}>
      {steps.map((step, index) => {
        const done = index < current
        const now = index === current
        return (
          <li
            key={step}
            aria-current={now ? 'step' : undefined}
            className="flex min-w-0 items-center gap-2 not-last:flex-1 sm:gap-3"
          >
            <span
              aria-hidden="true"
              className={cn(
                'grid size-6 shrink-0 place-items-center rounded-full border font-medium font-mono text-xs',
                done && 'border-fg bg-fg text-bg',
                now && 'border-fg text-fg shadow-[inset_0_0_0_1px_var(--fg)]',
                !done && !now && 'border-line-strong text-subtle',
              )}
            >
              {done ? <Check className="size-3.5" strokeWidth={3} /> : index + 1}
            </span>
            <span
              className={cn('truncate', now ? 'font-medium text-fg' : done ? 'text-muted' : 'text-subtle')}
            >
              {step}
              {done ? <VisuallyHidden> (done)</VisuallyHidden> : null}
            </span>
            {index < steps.length - 1 ? (
              <span
                aria-hidden="true"
                className={cn('h-px min-w-3 flex-1', done ? 'bg-fg' : 'bg-line-strong')}
              />
            ) : null}
          </li>
        )
      })}
    </ol>
  )
}
