import {
  DELIVERY_OUTCOMES,
  type DeliveryOutcome,
  type DeliveryStatus,
  type EmailProblem,
  type MailToWrite,
  type SuppressionReason,
} from './contract.ts'

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
] as const satisfies readonly MailToWrite['template'][]

export const isAnnouncement = (template: string): boolean =>
  ANNOUNCEMENTS.some((announcement) => announcement === template)

/** Somebody waits for this mail: support reaches its reader another way. */
export const needsPerson = (mail: { template: string; paymentId: number | null }): boolean =>
  !isAnnouncement(mail.template) && (mail.paymentId !== null || mail.template === 'support-answer')

/** What the owner of an address is told about its mark; nothing after they unsubscribed. */
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
