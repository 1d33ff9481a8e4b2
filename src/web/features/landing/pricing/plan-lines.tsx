import { Check, Minus } from 'lucide-react'
import { VisuallyHidden } from '../../../ui/layout/visually-hidden.tsx'

export type PlanLinesProps = { included: readonly string[]; missing?: readonly string[] }

/** The included and the missing features of a plan. */
export function PlanLines({ included, missing = [] }: PlanLinesProps) {
  return (
    <ul className="flex flex-col gap-3 text-sm">
      {included.map((line) => (
        <li key={line} className="flex gap-3 text-fg">
          <Check aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-success" />
          {line}
        </li>
      ))}
      {missing.map((line) => (
        <li key={line} className="flex gap-3 text-subtle">
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
