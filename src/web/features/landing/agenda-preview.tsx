import { Badge } from '../../ui/data/badge.tsx'
import { PLAN_STEPS } from './plan-steps.ts'

const SHOWN = 4
/** The first day's steps that move something. */
const steps = PLAN_STEPS.filter(({ day, amount }) => day === 0 && amount > 0).slice(0, SHOWN)

export function AgendaPreview() {
  return (
    <figure className="border-line border-t bg-bg px-5 pt-3 pb-4 max-sm:hidden sm:px-7">
      <ul className="divide-y divide-line font-mono text-xs">
        {steps.map(({ at, wallet, action, amount }) => (
          <li key={at} className="flex h-10 items-center gap-3 sm:gap-4">
            <span className="text-muted">{at}</span>
            <span className="w-14 text-muted">{wallet}</span>
            <span className="min-w-0 flex-1 truncate text-fg">{action}</span>
            <span className="text-fg">{amount.toFixed(4)} MON</span>
            <Badge className="font-sans">planned</Badge>
          </li>
        ))}
      </ul>
      <figcaption className="mt-2 text-subtle text-xs">
        Day one of a dry run: Monad Testnet Farmer 1.2.0, example configuration
      </figcaption>
    </figure>
  )
}
