import { and, eq, inArray, or } from 'drizzle-orm'
import { LIFETIME_ID, PREMIUM_ID } from '#shared/catalogue/contract.ts'
import type { HostedLinks, HostedPlan } from '#shared/payments/contract.ts'
import type { Db } from '../../../db/client.ts'
import { scripts } from '../../../db/schema/catalogue.ts'
import { selectProducts } from '../../catalogue/read-products.ts'

const PLAN_IDS: Partial<Record<HostedPlan, number>> = { premium: PREMIUM_ID, lifetime: LIFETIME_ID }

/** The pay pages of plans that can be delivered. Plans other than Premium and Lifetime are found by their slug. */
export async function listHostedLinks(db: Db, links: HostedLinks, now: number): Promise<HostedLinks> {
  const plans = Object.keys(links) as HostedPlan[]
  if (plans.length === 0) return {}
  const named = or(inArray(scripts.id, Object.values(PLAN_IDS)), inArray(scripts.slug, plans))
  const rows = await selectProducts(db, now).where(and(named, eq(scripts.isDeleted, false)))
  const isSold = (plan: HostedPlan) =>
    rows.some(({ script, release }) => {
      const isIt = plan in PLAN_IDS ? script.id === PLAN_IDS[plan] : script.slug === plan
      return isIt && release.id !== null
    })
  return Object.fromEntries(Object.entries(links).filter(([plan]) => isSold(plan as HostedPlan)))
}
