import { useQuery } from '@tanstack/react-query'
import type { HostedPlan } from '#shared/payments/contract.ts'
import { hostedLinksQuery } from '../../payments/queries.ts'

export type PayMethod = 'card' | 'crypto'

/** The address of the pay page outside the shop, or undefined if there is none. */
export function useHostedLink(plan: HostedPlan, method: PayMethod): string | undefined {
  const { data } = useQuery(hostedLinksQuery())
  return data?.[plan]?.[method]
}
