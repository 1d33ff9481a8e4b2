import { AppLink } from '../../../lib/app-link.tsx'
import { Button, type ButtonProps } from '../../../ui/button.tsx'
import type { OwnPlan } from './use-own-plan.ts'

export type OwnPlanLinkProps = Pick<ButtonProps, 'variant' | 'aria-describedby'> & { plan: OwnPlan }

/** In place of the buttons that buy a plan, for somebody who has it. */
export const OwnPlanLink = ({ plan, ...buttonProps }: OwnPlanLinkProps) => (
  <Button asChild size="lg" block className="max-xs:px-3 max-xs:text-sm" {...buttonProps}>
    <AppLink to={plan.to}>{plan.label}</AppLink>
  </Button>
)
