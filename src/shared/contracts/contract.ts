import { z } from 'zod'
import { emailField } from '#shared/core/email-field.ts'
import { PURCHASE_TYPES } from '#shared/payments/contract.ts'

/** Whether a contract can be withdrawn from, or why not. */
export const WITHDRAWAL_VERDICTS = [
  'open',
  'too-late',
  /** The buyer asked for the file at once, and the download has begun. */
  'download-began',
  'withdrawn',
  'refunded',
  'under-way',
  'disputed',
  /** Its unused time is credited to an upgrade. */
  'credited',
] as const
export type WithdrawalVerdict = (typeof WITHDRAWAL_VERDICTS)[number]

/** A contract of the account, as the withdrawal page lists it. */
export const contractSchema = z.object({
  /** The number of the order. */
  paymentId: z.number().int(),
  orderReference: z.string(),
  productName: z.string(),
  purchaseType: z.enum(PURCHASE_TYPES),
  /** USD: what a withdrawal refunds; where all of it was refunded, what was paid. */
  amount: z.number(),
  paidAt: z.string(),
  /** The end of the right of withdrawal. */
  until: z.string(),
  verdict: z.enum(WITHDRAWAL_VERDICTS),
  /** The money comes back in crypto: its buyer names a wallet. */
  isCrypto: z.boolean(),
  withdrawal: z.object({ reference: z.string(), receivedAt: z.string() }).nullable(),
})
export type ContractView = z.infer<typeof contractSchema>

const name = z
  .string({ error: 'Name is required' })
  .trim()
  .min(1, 'Name is required')
  .max(120, 'Use at most 120 characters')

export const withdrawSchema = z.object({ paymentId: z.number().int().positive(), name })
export type Withdraw = z.infer<typeof withdrawSchema>

/** The statement of somebody who is not logged in. */
export const guestWithdrawSchema = z.object({
  name,
  email: emailField,
  order: z
    .string({ error: 'Order number is required' })
    .trim()
    .min(1, 'Order number is required')
    .max(60, 'Use at most 60 characters'),
})
export type GuestWithdraw = z.infer<typeof guestWithdrawSchema>

export const withdrawnSchema = z.object({ reference: z.string(), receivedAt: z.string() })
export type Withdrawn = z.infer<typeof withdrawnSchema>
