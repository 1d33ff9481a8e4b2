import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import { z } from 'zod'
import type { DeliveryOutcome } from '#shared/email/contract.ts'

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

const OUTCOMES: Record<string, DeliveryOutcome> = {
  'email.delivery_delayed': 'delayed',
  'email.delivered': 'delivered',
  'email.failed': 'failed',
  'email.suppressed': 'suppressed',
  'email.bounced': 'bounced',
  'email.complained': 'complained',
}

const tagList = z.array(z.object({ name: z.string(), value: z.string() }))

/** The fields that the shop uses (https://resend.com/docs/webhooks/event-types). Old events have tags as a list. */
const eventSchema = z.object({
  type: z.string(),
  data: z.object({
    email_id: z.string().min(1),
    to: z.union([z.array(z.string()), z.string().transform((one) => [one])]),
    tags: z
      .union([
        z.record(z.string(), z.string()),
        tagList.transform((list) => Object.fromEntries(list.map(({ name, value }) => [name, value]))),
      ])
      .nullish()
      .catch(null),
    bounce: z.object({ type: z.string().nullish(), message: z.string().nullish() }).nullish(),
    suppressed: z.object({ message: z.string().nullish() }).nullish(),
    failed: z.object({ reason: z.string().nullish() }).nullish(),
  }),
})

const REASON_LENGTH = 300

/** The report in a webhook with a checked signature; null: another event. @throws where the body is not Resend's */
export function readMailReport(rawBody: string): MailReport | null {
  const body: unknown = JSON.parse(rawBody)
  const outcome = OUTCOMES[z.object({ type: z.string() }).parse(body).type]
  if (!outcome) return null
  const { data } = eventSchema.parse(body)
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
