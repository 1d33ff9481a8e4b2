import { useQuery } from '@tanstack/react-query'
import { productsQuery } from '../../catalogue/queries.ts'
import type { Plan } from './plans.ts'

export type PlanOffer = {
  /** USD: what the catalogue asks now; the plan's own price until it answers. */
  usd: number
  /** It can be delivered: it is listed and has a file. True until the catalogue answers. */
  isSold: boolean
}

export function usePlanOffer(plan: Plan): PlanOffer {
  const { data } = useQuery(productsQuery())
  const product = data?.find(({ id }) => id === plan.id)
  return { usd: product?.price ?? plan.usd, isSold: !data || (product?.fileName ?? null) !== null }
}
