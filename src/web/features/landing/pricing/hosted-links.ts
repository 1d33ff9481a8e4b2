import { useQuery } from '@tanstack/react-query'
import type { HostedPlan } from '#shared/payments/contract.ts'
import { hostedLinksQuery } from '../../payments/queries.ts'

export type PayMethod = 'card' | 'crypto'

/** The pay page outside the shop, or undefined where there is none. */
export function useHostedLink(plan: HostedPlan, method: PayMethod): string | undefined {
  const { data } = useQuery(hostedLinksQuery())
  return data?.[plan]?.[method]
}
