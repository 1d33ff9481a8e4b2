import { z } from 'zod'
import { PAYMENT_PROVIDERS } from '#shared/payments/contract.ts'

/** Stripe's subscription statuses, as Stripe spells them. */
export const SUBSCRIPTION_STATUSES = [
  'active',
  'trialing',
  'past_due',
  'unpaid',
  'incomplete',
  'incomplete_expired',
  'paused',
  'canceled',
] as const
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number]

export const subscriptionSchema = z.object({
  id: z.number().int(),
  userId: z.number().int(),
  productId: z.number().int(),
  status: z.enum(SUBSCRIPTION_STATUSES),
  startDate: z.string(),
  /** USD: the price at the start of the subscription, which can differ from today's price. */
  monthlyPrice: z.number(),
  /** The date of the next charge; null: no charge is planned. */
  nextBillingDate: z.string().nullable(),
  /** The end of the trial and the date of the first charge, while it runs; else null. */
  trialEndsAt: z.string().nullable(),
  provider: z.enum(PAYMENT_PROVIDERS),
  /** Paid in advance, month by month: the subscription never renews automatically. */
  prepaid: z.boolean(),
  /** Whether the subscription is set to end with the paid period. */
  cancelAtPeriodEnd: z.boolean(),
  /** When the subscription ends or ended; null while it renews. */
  endsAt: z.string().nullable(),
  /** Why the payment for the current period does not count any more: the subscription gives no access. */
  reversed: z.enum(['refunded', 'disputed']).nullable(),
  /** The first failed renewal since the last paid one. */
  pastDueSince: z.string().nullable(),
  /** When access to files ends after a failed renewal. */
  graceEndsAt: z.string().nullable(),
  product: z.object({
    id: z.number().int(),
    slug: z.string(),
    name: z.string(),
    /** USD: today's price. */
    price: z.number(),
    imageUrl: z.string().nullable(),
  }),
})
export type Subscription = z.infer<typeof subscriptionSchema>
