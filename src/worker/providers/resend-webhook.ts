import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import { z } from 'zod'
import type { DeliveryOutcome } from '#shared/email/contract.ts'
import { Problem } from '../core/problem.ts'
import { isStorable } from '../core/storable-text.ts'

/** The mail provider's report about one mail. */
export type MailReport = {
  messageId: string
  outcome: DeliveryOutcome
  /** Every mail to this address bounces, independent of its content. */
  isAddressBad: boolean
  /** The reason given by the recipient's mail server or the provider. */
  reason: string | null
  to: string[]
  /** Our tags, as sent with the mail. */
  tags: Record<string, string>
}

/** A Map: an object would also answer for the names of its prototype (`constructor`). */
const OUTCOMES = new Map<string, DeliveryOutcome>([
  ['email.delivery_delayed', 'delayed'],
  ['email.delivered', 'delivered'],
  ['email.failed', 'failed'],
  ['email.suppressed', 'suppressed'],
  ['email.bounced', 'bounced'],
  ['email.complained', 'complained'],
])

const text = z.string().refine(isStorable)

const tagList = z.array(z.object({ name: text, value: text }))

/** A reason that cannot be stored is left out: the outcome matters more. */
const reasonText = text.nullish().catch(null)

/** The fields that the shop uses (https://resend.com/docs/webhooks/event-types). Old events have tags as a list. */
const eventSchema = z.object({
  type: z.string(),
  data: z.object({
    email_id: text.min(1),
    to: z.union([z.array(text), text.transform((one) => [one])]),
    tags: z
      .union([
        z.record(text, text),
        tagList.transform((list) => Object.fromEntries(list.map(({ name, value }) => [name, value]))),
      ])
      .nullish()
      .catch(null),
    bounce: z.object({ type: text.nullish(), message: reasonText }).nullish(),
    suppressed: z.object({ message: reasonText }).nullish(),
    failed: z.object({ reason: reasonText }).nullish(),
  }),
})

const REASON_LENGTH = 300

/** The report in a webhook with a checked signature; null: another event. @throws Problem 400 it is not Resend's */
export function readMailReport(rawBody: string): MailReport | null {
  const body = parsed(rawBody)
  const named = z.object({ type: z.string() }).safeParse(body)
  if (!named.success) throw unreadable()
  const outcome = OUTCOMES.get(named.data.type)
  if (!outcome) return null
  const event = eventSchema.safeParse(body)
  if (!event.success) throw unreadable()
  const { data } = event.data
  const { bounce, suppressed, failed } = data
  const reason = bounce?.message ?? suppressed?.message ?? failed?.reason ?? null
  return {
    messageId: data.email_id,
    outcome,
    // Only a bounce of type Permanent is final. A bounce without a type is older than the types, and counts as final.
    isAddressBad:
      outcome === 'suppressed' || (outcome === 'bounced' && /^(permanent)?$/i.test(bounce?.type ?? '')),
    reason: reason === null ? null : reason.slice(0, REASON_LENGTH),
    to: data.to,
    tags: data.tags ?? {},
  }
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    throw unreadable()
  }
}

const unreadable = () => new Problem(400, 'This event cannot be read.')

/**
 * Verifies the signature of Standard Webhooks, under the header names that Resend sends. A header may have several
 * signatures while the secret is being changed. False also where the signature is older than five minutes.
 */
export function verifyStandardWebhook(secret: string, rawBody: string, headers: Headers): boolean {
  const named = Object.fromEntries(
    ['id', 'timestamp', 'signature'].map((name) => [
      `webhook-${name}`,
      headers.get(`svix-${name}`) ?? headers.get(`webhook-${name}`) ?? '',
    ]),
  )
  try {
    new Webhook(secret).verify(rawBody, named, { jsonParse: false })
    return true
  } catch (error) {
    if (error instanceof WebhookVerificationError) return false
    throw error
  }
}
