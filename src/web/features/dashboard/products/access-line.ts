import type { MyProduct } from '#shared/access/contract.ts'
import { formatDay } from '#shared/core/format-day.ts'

type Owned = Pick<MyProduct, 'tier' | 'access'>

/** The source of a product's access and its end: "Purchase · updates until 21 Feb 2027", or the bundle it came with. */
export function accessLine({ tier, access }: Owned, now: number): string {
  switch (access.source) {
    case 'purchase':
      return `${access.bundle === null ? 'Purchase' : `From ${access.bundle}`} · ${updates(access.updatesUntil, now)}`
    case 'lifetime':
      return tier === 'lifetime' ? 'Lifetime plan · all updates' : 'Included in Lifetime · all updates'
    case 'premium':
      return `Included in Premium · ${renewal(access, now)}`
    case 'subscription':
      return `Subscription · ${renewal(access, now)}`
  }
}

function updates(until: string | null, now: number): string {
  if (until === null) return 'all updates'
  return Date.parse(until) > now ? `updates until ${formatDay(until)}` : `updates ended ${formatDay(until)}`
}

function renewal({ until, renews }: Owned['access'], now: number): string {
  if (until === null) return 'all updates'
  if (!renews) return `ends ${formatDay(until)}`
  return Date.parse(until) > now ? `renews ${formatDay(until)}` : `renewal due since ${formatDay(until)}`
}

export const OWNERSHIPS = ['all', 'subscriptions', 'one-time'] as const
export type Ownership = (typeof OWNERSHIPS)[number]

/** The address's `show`; anything unknown is all. */
export const readOwnership = (value: string | null): Ownership =>
  OWNERSHIPS.find((name) => name === value) ?? 'all'

/** Whether a product matches the dashboard's filter: subscription or one-time. A product may be both. */
export function isOwnedAs({ access }: Pick<MyProduct, 'access'>, ownership: Ownership): boolean {
  if (ownership === 'all') return true
  if (ownership === 'subscriptions') return bySubscription(access)
  return !bySubscription(access) || access.purchase !== null
}

/** The purchase that stays after the subscription ends: "Bought · updates until 21 Feb 2027"; null if there is none. */
export function keptLine({ access }: Pick<MyProduct, 'access'>, now: number): string | null {
  if (!bySubscription(access) || access.purchase === null) return null
  return `Bought · ${updates(access.purchase.updatesUntil, now)}`
}

const bySubscription = ({ source }: Owned['access']) => source === 'subscription' || source === 'premium'
