/* The labels of a dispute's states in mails, in the timeline and on the order. */
const TITLES: Record<string, string> = {
  needs_response: 'Dispute opened',
  under_review: 'Dispute under review',
  won: 'Dispute won',
  lost: 'Dispute lost',
  prevented: 'Dispute prevented',
  appeal_needs_response: 'Dispute lost, an appeal is possible',
  appeal_under_review: 'Appeal under review',
  warning_needs_response: 'Inquiry opened',
  warning_under_review: 'Inquiry under review',
  warning_closed: 'Inquiry closed',
  actionable: 'Early fraud warning',
  closed: 'Early fraud warning closed',
}

/** `needs_response` → "Dispute opened". Stripe adds states: a state that is not listed is shown as Stripe spells it. */
export const disputeTitle = (status: string): string => TITLES[status] ?? `Dispute: ${status}`

/** `credit_not_processed` → "credit not processed" */
export const disputeReason = (reason: string): string => reason.replaceAll('_', ' ')

/** Whether the shop must still respond. */
export const awaitsResponse = (status: string): boolean =>
  status === 'actionable' || status.endsWith('needs_response')
