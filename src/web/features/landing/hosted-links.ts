import { useQuery } from '@tanstack/react-query'
import type { HostedPlan } from '../../../worker/features/payments/contract.ts'
import { useHydrated } from '../../app/use-hydrated.ts'
import { hostedLinksQuery } from '../payments/queries.ts'

export type PayMethod = 'card' | 'crypto'

/**
 * The pay page outside the shop, or undefined where there is none. From a crypto page the buyer comes back to the
 * dashboard of the origin they are on, which only the browser knows: the address is complete once it took over.
 */
export function useHostedLink(plan: HostedPlan, method: PayMethod): string | undefined {
  const { data } = useQuery(hostedLinksQuery())
  const hydrated = useHydrated()
  const link = data?.[plan]?.[method]
  return link && method === 'crypto' && hydrated ? withReturn(link, window.location.origin) : link
}

/** The pay page with the address to come back to. */
export function withReturn(link: string, origin: string): string {
  const url = new URL(link)
  url.searchParams.set('success_url', `${origin}/dashboard?payment=complete`)
  return url.href
}
