import { formatDay } from '#shared/core/format-day.ts'
import { formatCents } from '#shared/core/money.ts'
import { awaitsResponse, disputeReason } from '#shared/email/dispute-label-rules.ts'

/** One state of a dispute or of an early fraud warning, as stored in the history of a payment. */
export type DisputeState = {
  status: string
  reason: string
  amountCents: number | null
  currency: string | null
  /** Epoch milliseconds. */
  dueAt: number | null
}

export type DisputeKind = 'dispute' | 'fraud-warning'

/** The amount, the reason and the deadline for evidence of a dispute, in one line. */
export function disputeFacts({ status, reason, amountCents, currency, dueAt }: DisputeState): string {
  const sum =
    amountCents === null
      ? null
      : currency === 'usd'
        ? formatCents(amountCents)
        : `${amountCents / 100} ${currency?.toUpperCase() ?? ''}`
  const due = dueAt !== null && awaitsResponse(status) ? `evidence until ${formatDay(dueAt)} (UTC)` : null
  return [sum, disputeReason(reason), due].filter((fact) => fact !== null).join(', ')
}

export const isSameDispute = (a: DisputeState, b: DisputeState): boolean =>
  a.status === b.status && a.reason === b.reason && a.amountCents === b.amountCents && a.dueAt === b.dueAt

/** Reads the stored `details` of an event. */
export const readDispute = (details: Record<string, unknown>): DisputeState => ({
  status: String(details.status ?? ''),
  reason: String(details.reason ?? ''),
  amountCents: typeof details.amountCents === 'number' ? details.amountCents : null,
  currency: typeof details.currency === 'string' ? details.currency : null,
  dueAt: typeof details.dueAt === 'number' ? details.dueAt : null,
})
