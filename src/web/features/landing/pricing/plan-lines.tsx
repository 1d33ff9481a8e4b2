import { Check, Minus } from 'lucide-react'
import { VisuallyHidden } from '../../../ui/layout/visually-hidden.tsx'

export type PlanLinesProps = { included: readonly string[]; missing?: readonly string[] }

/** The included and the missing features of a plan. */
export function PlanLines({ included, missing = [] }: PlanLinesProps) {
  return (
    <ul className="grid grid-cols-2 gap-x-3 gap-y-2 text-[0.8125rem] sm:flex sm:flex-col sm:gap-3 sm:text-sm">
      {included.map((line) => (
        <li key={line} className="flex gap-2 text-fg sm:gap-3">
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
