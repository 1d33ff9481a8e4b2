import { PlanCard, type PlanCardProps } from './plan-card.tsx'
import { LIFETIME, PREMIUM } from './plans.ts'

export function PlanCards(props: Pick<PlanCardProps, 'as'>) {
  return (
    <div className="mx-auto grid max-w-4xl gap-4 sm:gap-6 md:grid-cols-2">
      <PlanCard plan={PREMIUM} {...props} />
      <PlanCard plan={LIFETIME} {...props} />
    </div>
  )
}
