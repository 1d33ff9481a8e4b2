import { PLAN_DAYS, PLAN_STEPS, PLAN_WALLETS, type PlanStep } from './plan-steps.ts'

/** The kinds of action, as the legend names them. */
const KINDS = [
  { label: 'trade', ink: 'bg-accent', actions: ['swap', 'wrap'] },
  { label: 'hold', ink: 'bg-info', actions: ['stake', 'unstake', 'add-liquidity', 'remove-liquidity'] },
  { label: 'build', ink: 'bg-warning', actions: ['mint-nft', 'deploy-contract', 'vote'] },
  { label: 'by hand', ink: 'bg-subtle', actions: ['claim-faucet'] },
] as const

const inkOf = ({ action }: PlanStep) =>
  KINDS.find(({ actions }) => (actions as readonly string[]).includes(action))?.ink ?? 'bg-subtle'

const days = Array.from({ length: PLAN_DAYS }, (_, day) => day)

/** A plan as the script made it: a column for each day, a mark for each step. */
export function PlanTimeline() {
  const first = PLAN_STEPS.filter(({ day, amount }) => day === 0 && amount > 0)
  return (
    <figure className="min-w-0 rounded-xl border border-line-strong bg-bg shadow-raised">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-4 border-line border-b px-4 py-2.5 text-xs">
        <span className="font-medium text-fg">Monad Testnet Farmer 1.2.0</span>
        <span className="text-subtle">a real plan of its example wallets</span>
      </figcaption>
      <div
        role="img"
        aria-label={`A plan of ${PLAN_STEPS.length} steps for ${PLAN_WALLETS.length} wallets over ${PLAN_DAYS} days`}
        className="grid gap-3 px-4 pt-4"
      >
        {PLAN_WALLETS.map((wallet) => (
          <div key={wallet}>
            <p className="mb-1.5 font-mono text-muted text-xs">{wallet}</p>
            <div className="flex h-12 items-end gap-1 sm:h-16">
              {days.map((day) => (
                <span
                  key={day}
                  className="flex h-full min-w-0 flex-1 flex-col-reverse gap-0.5 rounded-xs bg-surface-2 p-0.5"
                >
                  {PLAN_STEPS.filter((step) => step.wallet === wallet && step.day === day).map((step) => (
                    <span key={step.at} className={`h-1.5 rounded-[1px] sm:h-2 ${inkOf(step)}`} />
                  ))}
                </span>
              ))}
            </div>
          </div>
        ))}
        <div aria-hidden="true" className="flex justify-between font-mono text-[0.6875rem] text-subtle">
          <span>day 1</span>
          <span>day {PLAN_DAYS}</span>
        </div>
      </div>
      <ul className="flex flex-wrap gap-x-4 gap-y-1 px-4 pt-2 text-muted text-xs">
        {KINDS.map(({ label, ink }) => (
          <li key={label} className="flex items-center gap-1.5">
            <span aria-hidden="true" className={`size-2 rounded-[1px] ${ink}`} />
            {label}
          </li>
        ))}
      </ul>
      <ul className="mt-3 divide-y divide-line border-line border-t px-4 font-mono text-xs max-sm:hidden">
        {first.slice(0, 2).map(({ at, wallet, action, amount }) => (
          <li key={at} className="flex h-9 items-center gap-3">
            <span className="text-muted">{at}</span>
            <span className="w-14 text-muted">{wallet}</span>
            <span className="min-w-0 flex-1 truncate text-fg">{action}</span>
            <span className="text-fg tabular-nums">{amount.toFixed(4)} MON</span>
          </li>
        ))}
      </ul>
      <p className="border-line border-t px-4 py-2.5 text-muted text-xs max-sm:mt-3">
        {PLAN_STEPS.length} steps planned, none signed or sent. You sign each one in your own wallet.
      </p>
    </figure>
  )
}
