import { ACTION_LABELS } from '#shared/audit/contract.ts'
import { formatCents } from '#shared/core/money.ts'

/** The title and text of an audit entry. An action without a label here keeps its own name. */
export function auditLabel(action: string, after: unknown): { title: string; text: string | null } {
  const { amountCents, reason, note, status, outcome } = record(after)
  const facts = [
    typeof amountCents === 'number' ? formatCents(amountCents) : null,
    typeof status === 'string' && action.startsWith('payment.') ? `now ${status.replaceAll('_', ' ')}` : null,
    outcome === 'held' ? 'another amount received' : typeof outcome === 'string' ? outcome : null,
    [reason, note].find((one) => typeof one === 'string' && one !== ''),
  ]
  return {
    title: (ACTION_LABELS as Record<string, string>)[action] ?? action,
    text: facts.filter(Boolean).join(', ') || null,
  }
}

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
