import { formatCents } from '#shared/core/money.ts'

const ACTION_LABELS: Record<string, string> = {
  'payment.refund': 'Began a refund',
  'payment.complete': 'Completed the payment',
  'payment.check': 'Asked the provider',
  'refund.approve': 'Approved the refund',
  'refund.decline': 'Declined the refund',
  'subscription.cancel': 'Cancelled the subscription at the end of its period',
  'subscription.end': 'Ended the subscription at once',
  'subscription.resume': 'Resumed the subscription',
  'finding.repair': 'Repaired a finding',
  'finding.repaired': 'Closed a finding as repaired',
  'finding.done': 'Closed a finding by hand',
}

/** The title and text of an audit entry. An action without a label here keeps its own name. */
export function auditLabel(action: string, after: unknown): { title: string; text: string | null } {
  const { amountCents, reason, note, status, outcome } = record(after)
  const facts = [
    typeof amountCents === 'number' ? formatCents(amountCents) : null,
    typeof status === 'string' && action.startsWith('payment.') ? `now ${status}` : null,
    typeof outcome === 'string' ? outcome : null,
    [reason, note].find((one) => typeof one === 'string' && one !== ''),
  ]
  return { title: ACTION_LABELS[action] ?? action, text: facts.filter(Boolean).join(', ') || null }
}

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
