import { isLive, type OwnedGrant, opens, subscriptionEndsAt } from '#shared/access/rules.ts'
import { HOUR, MINUTE } from '#shared/core/time.ts'
import type { LICENCE_STATUSES, LicenceRefusal } from '#shared/licences/contract.ts'

/** The numbers of the FAQ. A plan that is paid once counts as a one-time purchase. */
export const ONE_TIME_DEVICES = 2
export const SUBSCRIPTION_DEVICES = 5

/** Without look-alikes: no 0 and O, no 1 and I. 32 characters, so that the 256 values of a byte map evenly. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const GROUPS = 6
const GROUP_LENGTH = 5
export const KEY_BYTES = GROUPS * GROUP_LENGTH

/** 30 random bytes → WF-XXXXX-… of 150 bits. */
export function writeKey(random: Uint8Array): string {
  const text = Array.from(random, (byte) => ALPHABET[byte % ALPHABET.length]).join('')
  const groups = Array.from({ length: GROUPS }, (_, n) =>
    text.slice(n * GROUP_LENGTH, (n + 1) * GROUP_LENGTH),
  )
  return ['WF', ...groups].join('-')
}

/** The network of a caller whose address the edge does not know: this machine, in a local run. */
export const LOCAL_NETWORK = 'local'

/**
 * Whether two addresses are certainly two places. A home has an IPv4 address and an IPv6 network, and a device uses
 * either, so an IPv4 and an IPv6 address may be one place.
 */
export const isElsewhere = (one: string, other: string): boolean => one !== other && isV6(one) === isV6(other)

export const isV6 = (network: string): boolean => network.includes(':')

/** A device counts as in use at its last address for this long. After it, a home with a new address is accepted. */
export const SEEN_MS = HOUR

export type LicenceState = {
  status: (typeof LICENCE_STATUSES)[number]
  /** Null where there is no end, or the licence is over already. */
  validUntil: number | null
}

/** The state of a licence: it follows its grant, and pauses with its subscription. */
export function statusOf(
  { revokedAt }: { revokedAt: number | null },
  ownedGrant: OwnedGrant,
  now: number,
): LicenceState {
  const { subscription, expiresAt } = ownedGrant
  if (revokedAt !== null || !ownedGrant.isActive) return { status: 'revoked', validUntil: null }
  if (!isLive(ownedGrant, now)) return { status: 'expired', validUntil: null }
  if (subscription === null) return { status: 'active', validUntil: expiresAt }
  const { status, cancelAtPeriodEnd, currentPeriodEnd } = subscription
  const isLate = status === 'past_due' || (!cancelAtPeriodEnd && currentPeriodEnd <= now)
  const paidUntil = cancelAtPeriodEnd ? subscriptionEndsAt(subscription) : currentPeriodEnd
  return isLate
    ? { status: 'grace', validUntil: subscriptionEndsAt(subscription) }
    : { status: 'active', validUntil: paidUntil }
}

export type LicenceTerms = { deviceLimit: number; sameIpOnly: boolean; revokedAt: number | null }
export type SeenDevice = { deviceId: string; ip: string; lastSeenAt: number }
export type Caller = { deviceId: string; network: string }

export type UseDecision =
  | { do: 'register' | 'refresh'; state: { status: 'active' | 'grace'; validUntil: number | null } }
  | { do: 'refuse'; reason: LicenceRefusal }

/** Decides about a script's call: the licence first, then the device. */
export function decideUse(
  licence: LicenceTerms,
  ownedGrant: OwnedGrant | undefined,
  productId: number | undefined,
  devices: readonly SeenDevice[],
  caller: Caller,
  input: 'activate' | 'check',
  now: number,
): UseDecision {
  if (!ownedGrant || productId === undefined || !opens(ownedGrant, productId))
    return refuse('unknown-licence')
  const { status, validUntil } = statusOf(licence, ownedGrant, now)
  if (status === 'revoked' || status === 'expired') return refuse(status)
  const state = { status, validUntil }
  const others = devices.filter(({ deviceId }) => deviceId !== caller.deviceId)
  const apart = licence.sameIpOnly ? others.filter(({ ip }) => isElsewhere(ip, caller.network)) : []
  if (others.length < devices.length) {
    const inUseElsewhere = apart.some(({ lastSeenAt }) => lastSeenAt > now - SEEN_MS)
    return inUseElsewhere ? refuse('other-network') : { do: 'refresh', state }
  }
  if (input === 'check') return refuse('not-registered')
  if (others.length >= licence.deviceLimit) return refuse('device-limit')
  return apart.length > 0 ? refuse('other-network') : { do: 'register', state }
}

const refuse = (reason: LicenceRefusal): UseDecision => ({ do: 'refuse', reason })

/** The messages that a script may show its user. */
export const refusalMessages: Record<LicenceRefusal, string> = {
  'unknown-licence': 'This licence key is not for this product. Copy it from your dashboard, under Products.',
  revoked: 'This licence was revoked: its payment was refunded or disputed, or access was withdrawn.',
  expired:
    'This licence has expired: the access or the subscription that it belongs to has ended or was not paid.',
  'other-network':
    'This licence is in use at another network address. The devices of a one-time licence share one address. Use it there, or release the other device in your dashboard, under Products.',
  'device-limit':
    'This licence is already used on all the devices it allows. Release a device in your dashboard, under Products.',
  'not-registered': 'This device is not registered with the licence. Activate it first.',
}

const SLICE = 1000

/** The ids that a sweep reads: the next slice every five minutes, in rotation. `newest` is the highest id. */
export function sliceAt(newest: number, now: number): { from: number; to: number } {
  const slices = Math.floor(newest / SLICE) + 1
  const from = (Math.floor(now / (5 * MINUTE)) % slices) * SLICE
  return { from, to: from + SLICE - 1 }
}
