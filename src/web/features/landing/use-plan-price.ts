import { useQuery } from '@tanstack/react-query'
import { productsQuery } from '../catalogue/queries.ts'
import type { Plan } from './plans.ts'

/** What the catalogue asks for a plan now; the plan's own price until it answers. */
export function usePlanPrice(plan: Plan): number {
  const { data } = useQuery(productsQuery())
  return data?.find((product) => product.id === plan.id)?.price ?? plan.usd
}
