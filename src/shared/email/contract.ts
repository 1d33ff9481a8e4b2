import { z } from 'zod'

/** queued → sending → sent; a failure goes to retrying, the last one to dead, where an admin can send it again. */
export const DELIVERY_STATUSES = ['queued', 'sending', 'retrying', 'sent', 'dead'] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

/**
 * What the provider reports of a mail that it accepted, from the weakest to the strongest: of two reports the one further
 * right counts, whichever comes first.
 */
export const DELIVERY_OUTCOMES = [
  'delayed',
  'delivered',
  'failed',
  'suppressed',
  'bounced',
  'complained',
] as const
export type DeliveryOutcome = (typeof DELIVERY_OUTCOMES)[number]

export const SUPPRESSION_REASONS = ['bounced', 'complained', 'unsubscribed'] as const
export type SuppressionReason = (typeof SUPPRESSION_REASONS)[number]

/** Why mail to an account's address does not arrive, or arrives less; `since` as ISO 8601. */
export type EmailProblem = { reason: 'bounced' | 'complained'; since: string }

export const deliverySchema = z.object({
  id: z.number().int(),
  template: z.string(),
  to: z.string(),
  status: z.enum(DELIVERY_STATUSES),
  attempts: z.number().int(),
  lastError: z.string().nullable(),
  userId: z.number().int().nullable(),
  paymentId: z.number().int().nullable(),
  createdAt: z.string(),
  sentAt: z.string().nullable(),
  outcome: z.enum(DELIVERY_OUTCOMES).nullable(),
})
export type EmailDelivery = z.infer<typeof deliverySchema>

/** What travels through the queue: never more than the key of a row. */
export const jobSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('send-email'), deliveryKey: z.string() }),
])
export type Job = z.infer<typeof jobSchema>

/** The switches of the profile; each kind of news asks one of them. */
export const PREFERENCES = ['emailNotifications', 'promotionalEmails', 'newAirdrops'] as const
export type Preference = (typeof PREFERENCES)[number]

/**
 * What an unsubscribe link ends: one preference of an account, the newsletter of an address without one, or the news of
 * what was bought without an account.
 */
export type UnsubscribeClaim =
  | { userId: number; preference: Preference }
  | { subscriberId: number }
  | { paymentId: number }
