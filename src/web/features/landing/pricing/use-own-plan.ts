import { useOwnedProducts } from '../../catalogue/use-owned-products.ts'
import { LIFETIME, type Plan, PREMIUM } from './plans.ts'

export type OwnPlan = {
  label: string
  /** The place in the dashboard where the plan is managed. */
  to: string
}

const MANAGED: Record<number, string> = {
  [PREMIUM.id]: '/dashboard?tab=subscriptions',
  [LIFETIME.id]: '/dashboard?tab=products',
}

/** The user's access to this plan. Null for a plan to buy, and until known. */
export function useOwnPlan({ id }: Plan): OwnPlan | null {
  const access = useOwnedProducts().find((owned) => owned.id === id)?.access
  const to = MANAGED[id]
  if (!access || !to) return null
  // Lifetime opens Premium too. A Premium that renews beside it must stay in reach.
  if (access.source === 'lifetime' && id !== LIFETIME.id) {
    return { label: 'Included in your Lifetime plan', to: '/dashboard?tab=products' }
  }
  return { label: 'Your plan · Manage', to }
}
