import { z } from 'zod'
import { PAYMENT_PROVIDERS } from '#shared/payments/contract.ts'

/** Stripe's subscription statuses, in its words. */
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
  /** USD: what was agreed when it began, whatever the product costs today. */
  monthlyPrice: z.number(),
  /** When it is charged next; null: never again as things stand. */
  nextBillingDate: z.string().nullable(),
  provider: z.enum(PAYMENT_PROVIDERS),
  /** Paid in advance, month by month: nobody renews it. */
  prepaid: z.boolean(),
  /** Whether it is set to end with what is paid. */
  cancelAtPeriodEnd: z.boolean(),
  /** When it ends or ended; null while it renews. */
  endsAt: z.string().nullable(),
  /** What became of the money that kept it open: it opens nothing any more. */
  reversed: z.enum(['refunded', 'disputed']).nullable(),
  /** The first failed renewal, until one is paid. */
  pastDueSince: z.string().nullable(),
  /** Until when files stay open although a renewal failed. */
  graceEndsAt: z.string().nullable(),
  product: z.object({
    id: z.number().int(),
    slug: z.string(),
    name: z.string(),
    /** USD, today. */
    price: z.number(),
    imageUrl: z.string().nullable(),
  }),
})
export type Subscription = z.infer<typeof subscriptionSchema>
