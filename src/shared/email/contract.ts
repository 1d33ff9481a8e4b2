import { z } from 'zod'

/** queued → sending → sent. A failed attempt gives retrying, the last one dead. An admin can send a dead mail again. */
export const DELIVERY_STATUSES = ['queued', 'sending', 'retrying', 'sent', 'dead'] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

/**
 * The provider's reports on a mail that it accepted, from the weakest to the strongest. Of two reports the later one in
 * this list counts, in whichever order they arrive.
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

/** Why mail to an account's address does not arrive, or only some of it; `since` as ISO 8601. */
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

/** A queue message. It carries only the key of a row. */
export const jobSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('send-email'), deliveryKey: z.string() }),
])
export type Job = z.infer<typeof jobSchema>

/** The email switches of the profile; each kind of announcement depends on one of them. */
export const PREFERENCES = ['emailNotifications', 'promotionalEmails', 'newAirdrops'] as const
export type Preference = (typeof PREFERENCES)[number]

/**
 * The subscription that an unsubscribe link ends: one preference of an account, the newsletter of an address without an
 * account, or the announcements for a guest purchase.
 */
export type UnsubscribeClaim =
  | { userId: number; preference: Preference }
  | { subscriberId: number }
  | { paymentId: number }
  | { reminderOf: number }
