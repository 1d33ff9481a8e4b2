import {
  DELIVERY_OUTCOMES,
  type DeliveryOutcome,
  type DeliveryStatus,
  type EmailProblem,
  type SuppressionReason,
} from './contract.ts'
import type { MailTemplate } from './mail-name-rules.ts'

/** Reports may arrive in any order and more than once: only a stronger one changes anything. */
export const replaces = (reported: DeliveryOutcome, known: DeliveryOutcome | null): boolean =>
  known === null || DELIVERY_OUTCOMES.indexOf(reported) > DELIVERY_OUTCOMES.indexOf(known)

/** The mail did not reach its reader, and the provider will not try again. */
export const isUndelivered = (outcome: DeliveryOutcome): boolean =>
  outcome === 'failed' || outcome === 'suppressed' || outcome === 'bounced'

/** Mails that nobody needs: an address that complained gets none of them any more. */
export const ANNOUNCEMENTS = [
  'new-script',
  'new-release',
  'updates-end',
] as const satisfies readonly MailTemplate[]

export const isAnnouncement = (template: string): boolean =>
  ANNOUNCEMENTS.some((announcement) => announcement === template)

/** The safety notice of a recall: it goes to everybody who downloaded the release, whatever they prefer. */
export const RECALL = 'release-withdrawn' satisfies MailTemplate

/**
 * Somebody waits for this mail: support is mailed, and reaches its reader another way. A recall has many readers: the
 * recovery page lists those whom it did not reach.
 */
export const needsPerson = (mail: { template: string; paymentId: number | null }): boolean =>
  !isAnnouncement(mail.template) &&
  mail.template !== RECALL &&
  (mail.paymentId !== null || mail.template === 'support-answer')

/** Mails that are an open finding on the recovery page while they are dead letters. */
export const FINDINGS = ['receipt', RECALL] as const satisfies readonly MailTemplate[]

export const isFinding = (template: string): boolean => FINDINGS.some((one) => one === template)

/**
 * Whether a mail is not sent to an address with this mark. Who complained of an earlier mail would complain of a recall
 * too, which nobody asked for: a person decides, and sends it again.
 */
export const isSuppressed = (mail: { template: string; run: number }, reason: SuppressionReason): boolean =>
  reason === 'bounced' || (reason === 'complained' && mail.template === RECALL && mail.run === 1)

/** What the owner of an address is shown about its mark; nothing after they unsubscribed. */
export const emailProblemOf = (
  mark: { reason: SuppressionReason; createdAt: number } | null | undefined,
): EmailProblem | null =>
  mark && mark.reason !== 'unsubscribed'
    ? { reason: mark.reason, since: new Date(mark.createdAt).toISOString() }
    : null

/** One word for a mail's status and what the provider reported afterwards. */
export const deliveryLabel = (status: DeliveryStatus, outcome: DeliveryOutcome | null): DeliveryLabel => {
  if (status === 'sent') return outcome ?? 'sent'
  return status === 'dead' && outcome !== null ? outcome : status
}
export type DeliveryLabel = DeliveryStatus | DeliveryOutcome
