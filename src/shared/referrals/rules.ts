import type { PaymentStatus } from '#shared/payments/contract.ts'

/** The share of what a referred customer really pays that goes to their referrer. */
export const COMMISSION_PERCENT = 10
/** How long a visitor's first referral link is remembered. */
export const REMEMBERED_DAYS = 30
/** The money-back guarantee: a commission is certain once it has passed. */
export const REFUND_WINDOW_DAYS = 7

/** The statuses of a payment whose money is here, at least in part. */
export const EARNING = ['completed', 'partially_refunded'] as const satisfies PaymentStatus[]

/** What a payment earns its referrer as it stands: a part of what is left of it, rounded half-up to the cent. */
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
 * Who earns at this purchase: the person who brought the buyer first, permanently. `first` is who the buyer came by; `named` is
 * whose code was given now. Nobody earns at an own purchase: same account, or same mailbox under any of the addresses.
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

/** The month that a payout made now pays for, the last full one, as `2026-11`. */
export function payoutPeriod(now: number): string {
  const day = new Date(now)
  return new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() - 1, 1)).toISOString().slice(0, 7)
}

/** When the next payouts are made: the first of the next month. */
export function nextPayoutAt(now: number): number {
  const day = new Date(now)
  return Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 1)
}

/** Enough of a payout address to know it again. */
export const maskAddress = (address: string): string => `${address.slice(0, 6)}…${address.slice(-4)}`
