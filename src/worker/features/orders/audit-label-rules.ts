import { formatCents } from '#shared/core/money.ts'

/** The same words as in src/web/admin/audit/audit-labels. */
const ACTION_LABELS: Record<string, string> = {
  'payment.refund': 'Refund started',
  'payment.complete': 'Payment completed',
  'payment.check': 'Payment checked with the provider',
  'refund.approve': 'Refund approved',
  'refund.decline': 'Refund declined',
  'subscription.cancel': 'Subscription cancelled at the end of its period',
  'subscription.end': 'Subscription ended at once',
  'subscription.resume': 'Subscription resumed',
  'finding.repair': 'Finding repaired',
  'finding.repaired': 'Finding closed as repaired',
  'finding.done': 'Finding closed by hand',
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
