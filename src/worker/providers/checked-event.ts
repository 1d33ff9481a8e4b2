import { z } from 'zod'
import { isStorable } from '../core/storable-text.ts'
import type { ProviderEvent } from './payment-provider.ts'

const id = z.string().min(1).max(500).refine(isStorable)
const reference = id.nullable()
/** An address that cannot be stored is left out: the purchase counts without it. */
const email = z.string().refine(isStorable).nullable().catch(null)

const aboutSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('checkout'),
    checkoutId: id,
    reference,
    hosted: z.object({ productId: z.number(), email }).nullable(),
  }),
  z.object({ kind: z.literal('invoice'), invoiceId: id, subscriptionId: id, isFirst: z.boolean() }),
  z.object({ kind: z.literal('money'), intentId: id }),
  z.object({ kind: z.literal('dispute'), disputeId: id, intentId: id }),
  z.object({ kind: z.literal('fraud-warning'), warningId: id, intentId: id }),
  z.object({ kind: z.literal('subscription'), subscriptionId: id }),
  z.object({ kind: z.literal('other-mode') }),
  z.object({ kind: z.literal('nothing-we-act-on') }),
])

const eventSchema = z.object({ eventId: id, type: id, about: aboutSchema })

/**
 * The event where each field has its type and can be stored; else null. A valid signature does not prove that: anyone
 * with the secret can sign any body, and a provider's next version may leave out a field.
 */
export const checkedEvent = (event: ProviderEvent): ProviderEvent | null =>
  eventSchema.safeParse(event).data ?? null
