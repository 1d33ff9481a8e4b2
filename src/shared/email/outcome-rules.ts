import {
  DELIVERY_OUTCOMES,
  type DeliveryOutcome,
  type DeliveryStatus,
  type EmailProblem,
  type SuppressionReason,
} from './contract.ts'
import type { MailTemplate } from './mail-name-rules.ts'

/** Reports may arrive in any order and more than once: only a stronger report replaces the known one. */
export const replaces = (reported: DeliveryOutcome, known: DeliveryOutcome | null): boolean =>
  known === null || DELIVERY_OUTCOMES.indexOf(reported) > DELIVERY_OUTCOMES.indexOf(known)

/** The mail did not reach its reader, and the provider will not try again. */
export const isUndelivered = (outcome: DeliveryOutcome): boolean =>
  outcome === 'failed' || outcome === 'suppressed' || outcome === 'bounced'

/** Optional mails: an address that complained gets none of them any more. */
export const ANNOUNCEMENTS = [
  'new-script',
  'new-release',
  'updates-end',
  'review-request',
] as const satisfies readonly MailTemplate[]

export const isAnnouncement = (template: string): boolean =>
  ANNOUNCEMENTS.some((announcement) => announcement === template)

/** The safety notice of a withdrawal. It goes to everyone who downloaded the release, whatever their preferences are. */
export const WITHDRAWAL_NOTICE = 'release-withdrawn' satisfies MailTemplate

/**
 * Whether a failed mail needs a person: support is mailed, and contacts the recipient another way. A withdrawal notice is not
 * included, because it has many recipients: the recovery page lists those who did not receive it.
 */
export const needsPerson = (mail: { template: string; paymentId: number | null }): boolean =>
  !isAnnouncement(mail.template) &&
  mail.template !== WITHDRAWAL_NOTICE &&
  (mail.paymentId !== null || mail.template === 'support-answer')

/** Templates whose dead mails are open findings on the recovery page. */
export const FINDINGS = ['receipt', WITHDRAWAL_NOTICE] as const satisfies readonly MailTemplate[]

export const isFinding = (template: string): boolean => FINDINGS.some((one) => one === template)

/**
 * Whether an address with this mark does not get the mail. A recipient who complained about an earlier mail would also
 * complain about a notice, which they did not ask for: an admin decides and sends it again (`run` 2 and later).
 */
export const isSuppressed = (mail: { template: string; run: number }, reason: SuppressionReason): boolean =>
  reason === 'bounced' || (reason === 'complained' && mail.template === WITHDRAWAL_NOTICE && mail.run === 1)

/** The problem that the owner of an address sees. An unsubscribed address has no problem. */
export const emailProblemOf = (
  mark: { reason: SuppressionReason; createdAt: number } | null | undefined,
): EmailProblem | null =>
  mark && mark.reason !== 'unsubscribed'
    ? { reason: mark.reason, since: new Date(mark.createdAt).toISOString() }
    : null

/** One label for a mail's status and the provider's later report. */
export const deliveryLabel = (status: DeliveryStatus, outcome: DeliveryOutcome | null): DeliveryLabel => {
  if (status === 'sent') return outcome ?? 'sent'
  return status === 'dead' && outcome !== null ? outcome : status
}
export type DeliveryLabel = DeliveryStatus | DeliveryOutcome
