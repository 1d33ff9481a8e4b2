import { LIFETIME_ID, PREMIUM_ID } from '#shared/catalogue/contract.ts'
import type { HostedLinks, HostedPlan } from '#shared/payments/contract.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'

const PLAN_IDS: Partial<Record<HostedPlan, number>> = { premium: PREMIUM_ID, lifetime: LIFETIME_ID }

/** The pay pages of plans that can be delivered. Plans other than Premium and Lifetime are found by their slug. */
export function deliverableLinks(links: HostedLinks, catalogue: Catalogue): HostedLinks {
  const isDeliverable = (plan: string) =>
    catalogue.findListed(PLAN_IDS[plan as HostedPlan] ?? plan)?.fileName != null
  return Object.fromEntries(Object.entries(links).filter(([plan]) => isDeliverable(plan)))
}
