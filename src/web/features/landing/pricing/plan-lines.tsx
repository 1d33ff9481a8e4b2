import { Check, Minus } from 'lucide-react'
import { cn } from '../../../ui/cn.ts'
import { VisuallyHidden } from '../../../ui/layout/visually-hidden.tsx'

export type PlanLinesProps = {
  included: readonly string[]
  missing?: readonly string[]
  /** In two columns on tablets too: the card has the page's whole width there. */
  wide?: boolean
}

/** The included and the missing features of a plan. */
export function PlanLines({ included, missing = [], wide }: PlanLinesProps) {
  return (
    <ul
      className={cn(
        'grid grid-cols-2 gap-x-3 gap-y-2 text-[0.8125rem] sm:gap-3 sm:text-sm',
        wide ? 'lg:grid-cols-1' : 'sm:grid-cols-1',
      )}
    >
      {included.map((line) => (
        <li key={line} className="flex gap-2 text-fg last:odd:col-span-full sm:gap-3">
          <Check aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-success" />
          {line}
        </li>
      ))}
      {missing.map((line) => (
        <li key={line} className="flex gap-2 text-subtle sm:gap-3">
          <Minus aria-hidden="true" className="mt-0.5 size-4.5 shrink-0" />
          <span>
            <VisuallyHidden>Not included: </VisuallyHidden>
            {line}
          </span>
        </li>
      ))}
    </ul>
  )
}
