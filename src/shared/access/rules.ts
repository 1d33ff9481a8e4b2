import type { Tier } from '#shared/catalogue/contract.ts'
import { LIFETIME_ID, PREMIUM_ID } from '#shared/core/plan-ids.ts'
import { addMonths, DAY } from '#shared/core/time.ts'
import type { SubscriptionStatus } from '#shared/subscriptions/contract.ts'
import type { ACCESS_SOURCES, Channel } from './contract.ts'

/** The FAQ's "3 months of updates" of a one-time purchase. */
export const UPDATE_MONTHS = 3
/** After a failed renewal, access lasts this long, counted from the first failure. */
export const GRACE_MS = 5 * DAY
/** An active subscription's renewal may take this long to reach us before access pauses. */
export const RENEWAL_SLACK_MS = 2 * DAY

export type SubscriptionState = {
  status: SubscriptionStatus
  currentPeriodStart: number
  currentPeriodEnd: number
  /** The end of its trial, also once it is over; null: there was none. */
  trialEndsAt: number | null
  cancelAtPeriodEnd: boolean
  cancelAt: number | null
  pastDueSince: number | null
}

/** A grant with all facts that decide whether it opens a product now. */
export type OwnedGrant = {
  grantId: number
  scriptId: number
  tier: Tier
  isActive: boolean
  purchasedAt: number
  expiresAt: number | null
  /** Null for a one-time purchase. */
  subscription: SubscriptionState | null
}

export type Access = {
  source: (typeof ACCESS_SOURCES)[number]
  grantId: number
  since: number
  /** When access ends unless renewed; null: no end. */
  until: number | null
  /** Whether access is set to renew automatically at `until`. */
  renews: boolean
  /** Only releases published up to this instant are included; null: all releases are. */
  updatesUntil: number | null
}

/** The end of the paid period, or an earlier or later end that the provider fixed. */
const endOfPaid = (subscription: SubscriptionState): number =>
  subscription.cancelAt ?? subscription.currentPeriodEnd

/** Whether the current period is the trial, or the first one after it: no month was paid before. */
export const isFirstCharge = ({
  trialEndsAt,
  currentPeriodStart,
}: Pick<SubscriptionState, 'trialEndsAt' | 'currentPeriodStart'>): boolean =>
  trialEndsAt !== null && currentPeriodStart <= trialEndsAt

/** Until when a failed payment leaves the access. After a trial nothing was paid: its end is not extended. */
export const endOfGrace = (
  subscription: Pick<SubscriptionState, 'trialEndsAt' | 'currentPeriodStart'>,
  failedSince: number,
): number =>
  subscription.trialEndsAt !== null && isFirstCharge(subscription)
    ? subscription.trialEndsAt
    : failedSince + GRACE_MS

/** When a subscription in this state stops opening its product; 0: the product is closed already. */
export function subscriptionEndsAt(subscription: SubscriptionState): number {
  switch (subscription.status) {
    case 'active':
    case 'trialing':
      return subscription.cancelAtPeriodEnd
        ? endOfPaid(subscription)
        : subscription.currentPeriodEnd + RENEWAL_SLACK_MS
    case 'past_due':
      return endOfGrace(subscription, subscription.pastDueSince ?? subscription.currentPeriodEnd)
    default:
      return 0
  }
}

export function isLive(ownedGrant: OwnedGrant, now: number): boolean {
  if (!ownedGrant.isActive) return false
  if (ownedGrant.expiresAt !== null && ownedGrant.expiresAt <= now) return false
  return ownedGrant.subscription === null || subscriptionEndsAt(ownedGrant.subscription) > now
}

/**
 * The access rule: a live grant of a product opens that product; Premium opens every product except Lifetime; Lifetime
 * opens every product. Of several live grants, the grant with the longest updates counts.
 */
export function accessTo(productId: number, ownedGrants: readonly OwnedGrant[], now: number): Access | null {
  let best: Access | null = null
  for (const ownedGrant of ownedGrants) {
    if (!opens(ownedGrant, productId) || !isLive(ownedGrant, now)) continue
    const access = describeAccess(ownedGrant, productId)
    if (best === null || reach(access) > reach(best)) best = access
  }
  return best
}

/** The product's own one-time purchase, which remains after a plan ends. Ignores all other grants. */
export function ownPurchase(
  productId: number,
  ownedGrants: readonly OwnedGrant[],
  now: number,
): Access | null {
  const paidOnce = ownedGrants.filter(
    ({ scriptId, subscription, expiresAt }) =>
      scriptId === productId && subscription === null && expiresAt === null,
  )
  return accessTo(productId, paidOnce, now)
}

/** Whether this grant is for the product, live or not. */
export function opens(ownedGrant: Pick<OwnedGrant, 'scriptId'>, productId: number): boolean {
  if (ownedGrant.scriptId === productId || ownedGrant.scriptId === LIFETIME_ID) return true
  return ownedGrant.scriptId === PREMIUM_ID && productId !== LIFETIME_ID
}

function describeAccess(ownedGrant: OwnedGrant, productId: number): Access {
  const base = { grantId: ownedGrant.grantId, since: ownedGrant.purchasedAt }
  if (ownedGrant.subscription) {
    const source = ownedGrant.scriptId === productId ? 'subscription' : 'premium'
    const { status, cancelAtPeriodEnd } = ownedGrant.subscription
    const renews = !cancelAtPeriodEnd && (status === 'active' || status === 'trialing')
    // A failed renewal moved the period forward without a payment: access lasts only for the grace period.
    const until =
      status === 'past_due' ? subscriptionEndsAt(ownedGrant.subscription) : endOfPaid(ownedGrant.subscription)
    return { ...base, source, until, renews, updatesUntil: null }
  }
  if (ownedGrant.scriptId === LIFETIME_ID) {
    return { ...base, source: 'lifetime', until: ownedGrant.expiresAt, renews: false, updatesUntil: null }
  }
  if (ownedGrant.scriptId === PREMIUM_ID) {
    return { ...base, source: 'premium', until: ownedGrant.expiresAt, renews: false, updatesUntil: null }
  }
  const updatesUntil = addMonths(ownedGrant.purchasedAt, UPDATE_MONTHS)
  return { ...base, source: 'purchase', until: ownedGrant.expiresAt, renews: false, updatesUntil }
}

/** Sort key: later updates first; with equal updates, access without an end first. */
const reach = (access: Access) =>
  access.updatesUntil === null
    ? Number.MAX_SAFE_INTEGER - (access.until === null ? 0 : 1)
    : access.updatesUntil

/** The facts of a release that decide who is offered it. Times are epoch milliseconds. */
export type OfferedRelease = {
  publishedAt: number | null
  /** When a release that is stable now was first published as a beta version; null: it never was one. */
  betaSince: number | null
  isBeta: boolean
  isSecurityUpdate: boolean
}

/** The channel of a product for the owner who made these choices. */
export const channelOf = (choices: readonly { scriptId: number }[], productId: number): Channel =>
  choices.some(({ scriptId }) => scriptId === productId) ? 'beta' : 'stable'

/**
 * The newest of `releases` (newest first) that this access includes and that is offered in this channel: `stable` skips
 * beta versions, `beta` takes the newest of both. A release is included where it was published, as a beta version or as
 * a stable one, before the updates ended. A security update is included for every owner.
 */
export function includedRelease<Release extends OfferedRelease>(
  access: Pick<Access, 'updatesUntil'>,
  releases: readonly Release[],
  channel: Channel,
): Release | undefined {
  return releases.find((release) => isIncluded(access, release) && (channel === 'beta' || !release.isBeta))
}

function isIncluded({ updatesUntil }: Pick<Access, 'updatesUntil'>, release: OfferedRelease): boolean {
  const { publishedAt, betaSince, isSecurityUpdate } = release
  if (publishedAt === null) return false
  return updatesUntil === null || isSecurityUpdate || (betaSince ?? publishedAt) <= updatesUntil
}
