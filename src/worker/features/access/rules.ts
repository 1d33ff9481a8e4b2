import { addMonths, DAY } from '../../core/time.ts'
import { LIFETIME_ID, PREMIUM_ID, type Tier } from '../catalogue/contract.ts'
import type { SubscriptionStatus } from '../subscriptions/contract.ts'
import type { ACCESS_SOURCES } from './contract.ts'

/** The FAQ's "3 months of updates" of a one-time purchase. */
export const UPDATE_MONTHS = 3
/** A failed renewal leaves access for this long, counted from the first failure. */
export const GRACE_MS = 5 * DAY
/** An active subscription's renewal may take this long to reach us before access pauses. */
export const RENEWAL_SLACK_MS = 2 * DAY

export type Standing = {
  status: SubscriptionStatus
  currentPeriodEnd: number
  cancelAtPeriodEnd: boolean
  cancelAt: number | null
  pastDueSince: number | null
}

/** A grant with what decides whether it opens anything now. */
export type Holding = {
  grantId: number
  scriptId: number
  tier: Tier
  isActive: boolean
  purchasedAt: number
  expiresAt: number | null
  /** Absent for a one-time purchase. */
  standing: Standing | null
}

export type Access = {
  source: (typeof ACCESS_SOURCES)[number]
  grantId: number
  since: number
  /** When it ends unless renewed; null: no end. */
  until: number | null
  /** Whether it is set to renew by itself at `until`. */
  renews: boolean
  /** Only releases published up to here are included; null: all are. */
  updatesUntil: number | null
}

/** What is paid for ends here. */
const endOfPaid = (standing: Standing): number => standing.cancelAt ?? standing.currentPeriodEnd

/** Until when a subscription in this state opens its product; 0 where it does not. */
export function standingEndsAt(standing: Standing): number {
  switch (standing.status) {
    case 'active':
    case 'trialing':
      return standing.cancelAtPeriodEnd ? endOfPaid(standing) : standing.currentPeriodEnd + RENEWAL_SLACK_MS
    case 'past_due':
      return (standing.pastDueSince ?? standing.currentPeriodEnd) + GRACE_MS
    default:
      return 0
  }
}

export function isLive(holding: Holding, now: number): boolean {
  if (!holding.isActive) return false
  if (holding.expiresAt !== null && holding.expiresAt <= now) return false
  return holding.standing === null || standingEndsAt(holding.standing) > now
}

/**
 * The access rule: a live holding of the product itself opens it; Premium opens everything but Lifetime; Lifetime opens
 * everything. Of several the one with the longest updates wins.
 */
export function accessTo(productId: number, holdings: readonly Holding[], now: number): Access | null {
  let best: Access | null = null
  for (const holding of holdings) {
    if (!opens(holding, productId) || !isLive(holding, now)) continue
    const access = describeAccess(holding, productId)
    if (best === null || reach(access) > reach(best)) best = access
  }
  return best
}

/** The product's own single payment, whatever else opens it: what stays when a plan ends. */
export function ownPurchase(productId: number, holdings: readonly Holding[], now: number): Access | null {
  const paidOnce = holdings.filter(
    ({ scriptId, standing, expiresAt }) => scriptId === productId && standing === null && expiresAt === null,
  )
  return accessTo(productId, paidOnce, now)
}

/** Whether this is a holding for the product, live or not. */
export function opens(holding: Pick<Holding, 'scriptId'>, productId: number): boolean {
  if (holding.scriptId === productId || holding.scriptId === LIFETIME_ID) return true
  return holding.scriptId === PREMIUM_ID && productId !== LIFETIME_ID
}

function describeAccess(holding: Holding, productId: number): Access {
  const base = { grantId: holding.grantId, since: holding.purchasedAt }
  if (holding.standing) {
    const source = holding.scriptId === productId ? 'subscription' : 'premium'
    const { status, cancelAtPeriodEnd } = holding.standing
    const renews = !cancelAtPeriodEnd && (status === 'active' || status === 'trialing')
    // A failed renewal has moved the period on without being paid: what is left is its grace.
    const until = status === 'past_due' ? standingEndsAt(holding.standing) : endOfPaid(holding.standing)
    return { ...base, source, until, renews, updatesUntil: null }
  }
  if (holding.scriptId === LIFETIME_ID) {
    return { ...base, source: 'lifetime', until: holding.expiresAt, renews: false, updatesUntil: null }
  }
  if (holding.scriptId === PREMIUM_ID) {
    return { ...base, source: 'premium', until: holding.expiresAt, renews: false, updatesUntil: null }
  }
  const updatesUntil = addMonths(holding.purchasedAt, UPDATE_MONTHS)
  return { ...base, source: 'purchase', until: holding.expiresAt, renews: false, updatesUntil }
}

/** Later updates win; then no end over an end. */
const reach = (access: Access) =>
  access.updatesUntil === null
    ? Number.MAX_SAFE_INTEGER - (access.until === null ? 0 : 1)
    : access.updatesUntil

/** The newest of `releases` (newest first) that this access includes. */
export function includedRelease<Release extends { publishedAt: number | null }>(
  access: Pick<Access, 'updatesUntil'>,
  releases: readonly Release[],
): Release | undefined {
  const { updatesUntil } = access
  return releases.find(
    (r) => r.publishedAt !== null && (updatesUntil === null || r.publishedAt <= updatesUntil),
  )
}
