import { z } from 'zod'

/** pending → completed after the refund window → paid with the monthly payout; cancelled where the sale was undone. */
export const REFERRAL_STATUSES = ['pending', 'completed', 'paid', 'cancelled'] as const
export type ReferralStatus = (typeof REFERRAL_STATUSES)[number]

export const referralSchema = z.object({
  id: z.number().int(),
  status: z.enum(REFERRAL_STATUSES),
  createdAt: z.string(),
  /** USD; below zero where a commission that was paid out already is taken back. */
  amount: z.number(),
})
export type Referral = z.infer<typeof referralSchema>

/** `total`, `pending` and `paid` count commissions, the cancelled left out: total is pending and paid together. */
export const referralStatsSchema = z.object({
  total: z.number().int(),
  /** Not paid out yet: inside the refund window, or waiting for the next payout. */
  pending: z.number().int(),
  paid: z.number().int(),
  /** USD: everything that was not cancelled, less what was taken back. */
  earned: z.number(),
  /** How many people registered with the code, whether they bought or not. */
  registered: z.number().int(),
  referralCode: z.string(),
  referralUrl: z.string(),
})
export type ReferralStats = z.infer<typeof referralStatsSchema>
