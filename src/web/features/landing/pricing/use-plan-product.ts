import { useQuery } from '@tanstack/react-query'
import { offersQuery } from '../../catalogue/queries.ts'
import type { Plan } from './plans.ts'

export type PlanProduct = {
  /** The catalogue's price in USD; until the catalogue has loaded, the price in `plans.ts`. */
  usd: number
  /** Whether the plan is listed and has a file. True until the catalogue has loaded. */
  isSold: boolean
  /** Days without a charge at the start, by card; 0: none, or the catalogue has not loaded. */
  trialDays: number
}

export function usePlanProduct(plan: Plan): PlanProduct {
  const { data } = useQuery(offersQuery())
  const product = data?.find(({ id }) => id === plan.id)
  return {
    usd: product?.price ?? plan.usd,
    isSold: !data || (product?.fileName ?? null) !== null,
    trialDays: product?.trialDays ?? 0,
  }
}
