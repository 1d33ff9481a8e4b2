import type { ReactNode } from 'react'
import { NEXT_STEPS, type NextStep } from '#shared/lockdown/contract.ts'
import { AppLink } from '../../lib/app-link.tsx'
import { SUPPORT_EMAIL } from '../../lib/brand.ts'
import { Button } from '../../ui/button.tsx'

/** The steps after a lockdown, in their order, each with the place to do it where the shop has one. */
export function NextSteps({ onChangePassword }: { onChangePassword: () => void }) {
  const actions: Partial<Record<NextStep['id'], ReactNode>> = {
    funds: <StepLink to="/dashboard?tab=referrals">Payout address</StepLink>,
    password: (
      <Button size="sm" onClick={onChangePassword}>
        Change password
      </Button>
    ),
    verify: <StepLink to="/verify">Check a file</StepLink>,
    licences: <StepLink to="/dashboard?tab=products">Licences &amp; devices</StepLink>,
    support: (
      <Button asChild size="sm">
        <a href={`mailto:${SUPPORT_EMAIL}`}>{SUPPORT_EMAIL}</a>
      </Button>
    ),
  }
  return (
    <ol className="flex flex-col gap-5">
      {NEXT_STEPS.map(({ id, title, text }, index) => (
        <li key={id} className="flex gap-3">
          <span
            aria-hidden="true"
            className="grid size-6 shrink-0 place-items-center rounded-full border border-line-strong font-medium font-mono text-muted text-xs"
          >
            {index + 1}
          </span>
          <div className="min-w-0 max-w-copy">
            <p className="font-medium text-fg">{title}</p>
            <p className="mt-0.5 text-muted">{text}</p>
            {actions[id] ? <div className="mt-2">{actions[id]}</div> : null}
          </div>
        </li>
      ))}
    </ol>
  )
}

const StepLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Button asChild size="sm">
    <AppLink to={to}>{children}</AppLink>
  </Button>
)
