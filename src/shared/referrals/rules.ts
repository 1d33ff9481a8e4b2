import { DAY } from '#shared/core/time.ts'
import type { PaymentStatus } from '#shared/payments/contract.ts'
import type { PayoutStatus } from './contract.ts'

/** The referrer's share of the money that a referred customer pays, after discounts and refunds. */
export const COMMISSION_PERCENT = 10
/** How long a visitor's first referral link is remembered. */
export const REMEMBERED_DAYS = 30
/** The money-back guarantee: a commission is final after this many days. */
export const REFUND_WINDOW_DAYS = 7

/** The statuses of a payment whose money we still have, at least in part. */
export const EARNING = ['completed', 'partially_refunded'] as const satisfies PaymentStatus[]

/** The commission for a payment in its current state: a share of the amount after refunds, rounded half-up to cents. */
export function commissionCents(payment: {
  status: PaymentStatus
  amountCents: number
  refundedCents: number
}): number {
  const earns = (EARNING as readonly PaymentStatus[]).includes(payment.status)
  return earns ? Math.round(((payment.amountCents - payment.refundedCents) * COMMISSION_PERCENT) / 100) : 0
}

type Buyer = { userId: number; identities: readonly string[] }
type Affiliate = { id: number; emailIdentity: string; isLive: boolean }

/**
 * The referrer who earns the commission: a buyer's first referrer stays permanently. `first` is that referrer; `named`
 * is the owner of the code given now. A person's own purchase earns no commission: same account, or same mailbox under
 * any of the buyer's addresses.
 */
export function chooseReferrer(
  buyer: Buyer,
  first: Affiliate | undefined,
  named: Affiliate | undefined,
): number | null {
  const affiliate = first ?? named
  if (!affiliate?.isLive || affiliate.id === buyer.userId) return null
  return buyer.identities.includes(affiliate.emailIdentity) ? null : affiliate.id
}

/** The month of a payout made now: the last full month, as `2026-11`. */
export function payoutPeriod(now: number): string {
  const day = new Date(now)
  return new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() - 1, 1)).toISOString().slice(0, 7)
}

/** When the next payouts are made: the first of the next month. */
export function nextPayoutAt(now: number): number {
  const day = new Date(now)
  return Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 1)
}

/**
 * How long an open payout waits after its address was changed, in milliseconds. The owner gets a mail at the change, so
 * that there is time to undo a thief's.
 */
export const ADDRESS_WAIT_MS = DAY

/**
 * When a payout can be paid, where the affiliate replaced the address within `ADDRESS_WAIT_MS` before `now`; else null.
 * Epoch milliseconds.
 */
export function waitsUntil(
  status: PayoutStatus,
  replacedAddressAt: number | null,
  now: number,
): number | null {
  if (status !== 'open' || replacedAddressAt === null) return null
  const until = replacedAddressAt + ADDRESS_WAIT_MS
  return until > now ? until : null
}

/** The first six and the last four characters of a payout address, so that its owner recognizes it. */
export const maskAddress = (address: string): string => `${address.slice(0, 6)}…${address.slice(-4)}`
