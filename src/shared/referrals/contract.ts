import { z } from 'zod'

/** pending → completed after the refund window → paid with the monthly payout; cancelled if the sale was reversed. */
export const REFERRAL_STATUSES = ['pending', 'completed', 'paid', 'cancelled'] as const
export type ReferralStatus = (typeof REFERRAL_STATUSES)[number]

/** A commission as the referrer sees it, without the buyer and the product. */
export const referralSchema = z.object({
  id: z.number().int(),
  status: z.enum(REFERRAL_STATUSES),
  createdAt: z.string(),
  /** USD; negative where a part of a commission is reversed. */
  amount: z.number(),
  /** When a pending commission becomes final. */
  maturesAt: z.string().nullable(),
  paidAt: z.string().nullable(),
})
export type Referral = z.infer<typeof referralSchema>

/**
 * `total`, `pending` and `paid` count purchases with a commission; `total` is `pending` plus `paid`. Amounts are in
 * USD; `earned` is the sum of the other three amounts.
 */
export const referralStatsSchema = z.object({
  total: z.number().int(),
  /** Not paid out yet: inside the refund window, or waiting for the next payout. */
  pending: z.number().int(),
  paid: z.number().int(),
  /** All commissions that were not cancelled, less reversals. */
  earned: z.number(),
  /** Inside the refund window. */
  pendingAmount: z.number(),
  /** For the next payout; negative where reversals exceed the commissions since the last payout. */
  payableAmount: z.number(),
  paidAmount: z.number(),
  /** ISO 8601. */
  nextPayoutAt: z.string(),
  /** Masked. */
  payoutAddress: z.string().nullable(),
  /** The number of people who registered with the code, with or without a purchase. */
  registered: z.number().int(),
  referralCode: z.string(),
  referralUrl: z.string(),
})
export type ReferralStats = z.infer<typeof referralStatsSchema>

const NOWHERE = /^0x0{40}$/i

const payoutAddress = z
  .string()
  .trim()
  .regex(/^0x[0-9a-fA-F]{40}$/, 'Enter 0x followed by 40 characters: digits and letters a to f')
  .refine((address) => !NOWHERE.test(address), 'Nobody can spend from this address')

/** Compared, never stored. */
const knownPassword = z.string().min(1, 'Enter your current password').max(256)

export const payoutAddressSchema = z.object({ address: payoutAddress, password: knownPassword })
export type PayoutAddress = z.infer<typeof payoutAddressSchema>

/** The field `currentPassword` has the name that the server's error uses. */
export const payoutAddressFormSchema = z.object({ address: payoutAddress, currentPassword: knownPassword })
export type PayoutAddressForm = z.infer<typeof payoutAddressFormSchema>

/** open: to be paid by the operator · paid: the money was sent. */
export const PAYOUT_STATUSES = ['open', 'paid'] as const
export type PayoutStatus = (typeof PAYOUT_STATUSES)[number]

/** The operator's payment to one affiliate for one month. */
export const payoutSchema = z.object({
  id: z.number().int(),
  affiliate: z.object({ id: z.number().int(), username: z.string(), email: z.string() }),
  /** The month, `2026-11`. */
  period: z.string(),
  /** USD. */
  total: z.number(),
  status: z.enum(PAYOUT_STATUSES),
  /** Null until the affiliate has entered an address. */
  address: z.string().nullable(),
  /** Until then the payout waits, because the address was changed. Null: it can be paid. ISO 8601. */
  payableFrom: z.string().nullable(),
  reference: z.string().nullable(),
  createdAt: z.string(),
  paidAt: z.string().nullable(),
})
export type Payout = z.infer<typeof payoutSchema>

export const payoutPaidSchema = z.object({
  /** The proof of payment, for example a transaction hash. */
  reference: z.string().trim().min(1, 'Say how it was paid, for example by the transaction hash').max(200),
})
export type PayoutPaid = z.infer<typeof payoutPaidSchema>

/** The totals of the unpaid payouts. */
export const openPayoutsSchema = z.object({
  count: z.number().int(),
  /** USD. */
  total: z.number(),
  withoutAddress: z.number().int(),
})
export type OpenPayouts = z.infer<typeof openPayoutsSchema>

/** commission: earned by a purchase · reversal: a negative entry that reduces a commission. */
export const ENTRY_KINDS = ['commission', 'reversal'] as const

const person = z.object({ id: z.number().int(), username: z.string() })

/** An entry of the commission ledger as admins see it. */
export const referralEntrySchema = referralSchema.extend({
  kind: z.enum(ENTRY_KINDS),
  referrer: person,
  /** The buyer; null for a guest, or once the account is deleted. */
  referred: person.nullable(),
  paymentId: z.number().int().nullable(),
  product: z.string().nullable(),
  payoutId: z.number().int().nullable(),
})
export type ReferralEntry = z.infer<typeof referralEntrySchema>
