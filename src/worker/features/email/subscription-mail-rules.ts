import { z } from 'zod'
import { STOPPED_TRIALS } from '#shared/payments/contract.ts'

const id = z.number().int()

const ofSubscription = z.object({ subscriptionId: id, productName: z.string() })

/** The first failed attempt to pay a renewal. */
export const renewalFailedDataSchema = ofSubscription.extend({
  /** Epoch milliseconds: until then the files stay open. */
  until: id,
  /** The first charge after a trial: `until` is the end of the trial. */
  firstCharge: z.boolean().default(false),
})
export type RenewalFailedData = z.infer<typeof renewalFailedDataSchema>

/** A failed renewal was paid after all. */
export const renewalRecoveredDataSchema = ofSubscription.extend({ renewsAt: id })
export type RenewalRecoveredData = z.infer<typeof renewalRecoveredDataSchema>

/** The subscriber ended the renewal. */
export const subscriptionCancelledDataSchema = ofSubscription.extend({
  until: id,
  /** Nothing was paid yet. */
  isTrial: z.boolean().default(false),
})
export type SubscriptionCancelledData = z.infer<typeof subscriptionCancelledDataSchema>

/** The subscriber undid that. `monthlyCents`: 0 where the price is not known. */
export const subscriptionResumedDataSchema = ofSubscription.extend({
  renewsAt: id,
  monthlyCents: id,
  isTrial: z.boolean().default(false),
})
export type SubscriptionResumedData = z.infer<typeof subscriptionResumedDataSchema>

/** A trial is charged soon. */
export const trialEndingDataSchema = ofSubscription.extend({ endsAt: id, monthlyCents: id })
export type TrialEndingData = z.infer<typeof trialEndingDataSchema>

/** A trial was stopped before it started. */
export const trialStoppedDataSchema = z.object({
  paymentId: id,
  productId: id,
  productName: z.string(),
  monthlyCents: id,
  why: z.enum(STOPPED_TRIALS),
})
export type TrialStoppedData = z.infer<typeof trialStoppedDataSchema>

/** Access ended because of a missing payment. `may`: the action that restores it. */
export const subscriptionEndedDataSchema = ofSubscription.extend({
  productId: id,
  endedAt: id,
  why: z.enum(['unpaid', 'prepaid']),
  may: z.enum(['pay', 'subscribe']),
})
export type SubscriptionEndedData = z.infer<typeof subscriptionEndedDataSchema>

/** Prepaid months are nearly over. */
export const prepaidEndingDataSchema = ofSubscription.extend({
  endsAt: id,
  priceCents: id,
  when: z.enum(['soon', 'today']),
})
export type PrepaidEndingData = z.infer<typeof prepaidEndingDataSchema>

/** To support: Stripe does not know one of our subscriptions. */
export const subscriptionLostDataSchema = ofSubscription.extend({
  stripeSubscriptionId: z.string(),
  email: z.string().nullable(),
  endsAt: id,
})
export type SubscriptionLostData = z.infer<typeof subscriptionLostDataSchema>

/** To support: Stripe charged for a subscription that no order of the shop opened. */
export const unknownSubscriptionDataSchema = z.object({
  stripeSubscriptionId: z.string(),
  invoiceId: z.string(),
  amountCents: z.number().int(),
  currency: z.string(),
  /** The outcome of its checkout, or that the shop opened none. */
  reason: z.string(),
})
export type UnknownSubscriptionData = z.infer<typeof unknownSubscriptionDataSchema>
