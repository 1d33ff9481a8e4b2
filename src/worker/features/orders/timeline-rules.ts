import { formatDay } from '#shared/core/format-day.ts'
import { formatCents } from '#shared/core/money.ts'
import { toIso } from '#shared/core/time.ts'
import type { DeliveryOutcome, DeliveryStatus } from '#shared/email/contract.ts'
import { mailName } from '#shared/email/mail-name-rules.ts'
import { type DeliveryLabel, deliveryLabel } from '#shared/email/outcome-rules.ts'
import type { TimelineEntry, TimelineKind } from '#shared/orders/contract.ts'
import type { PurchaseType } from '#shared/payments/contract.ts'
import { PROVIDER_NAMES } from '#shared/payments/provider-name-rules.ts'
import { FINDING_TITLES } from '#shared/recovery/rules.ts'
import type { FindingKind } from '#shared/recovery/terms.ts'
import type { RefundStatus } from '#shared/refunds/contract.ts'
import { visibleText } from '../../core/visible-text.ts'
import { auditLabel } from './audit-label-rules.ts'
import { labelForEvent } from './event-label-rules.ts'

type Actor = { actorId: number | null; actorName: string | null }
type Details = Record<string, unknown>

export type BeginningRow = {
  id: number
  createdAt: number
  amountCents: number
  discountCents: number
  trialDays: number
  couponCode: string | null
  purchaseType: PurchaseType
  paymentProvider: keyof typeof PROVIDER_NAMES
  /** True for a checkout that the buyer started in the shop; false for a payment that was found at the provider. */
  wasOpened: boolean
  isRenewal: boolean
}
export type EventRow = { id: number; kind: string; source: string; details: Details; createdAt: number }
export type LedgerRow = { id: number; kind: string; amountCents: number; createdAt: number }
export type RefundRow = Actor & {
  id: number
  amountCents: number
  status: RefundStatus
  askedBy: 'customer' | 'admin'
  reason: string | null
  lastError: string | null
  /** The page where the buyer names the wallet; null where none is needed. */
  claimUrl: string | null
  createdAt: number
  updatedAt: number
}
export type CommissionRow = {
  id: number
  kind: 'commission' | 'reversal'
  commissionCents: number
  status: string
  referrerId: number
  referrerName: string | null
  createdAt: number
}
export type MailRow = {
  id: number
  template: string
  toAddress: string
  status: DeliveryStatus
  attempts: number
  lastError: string | null
  createdAt: number
  sentAt: number | null
  outcome: DeliveryOutcome | null
}
export type DownloadRow = {
  id: number
  via: 'session' | 'link' | 'emergency'
  version: string | null
  range: string | null
  ip: string | null
  userId: number | null
  username: string | null
  createdAt: number
}
export type AuditRow = Actor & {
  id: number
  action: string
  after: unknown
  ip: string | null
  createdAt: number
}
export type FindingRow = {
  id: number
  kind: FindingKind
  subject: string
  foundAt: number
}

/** The order of entries with the same timestamp, from first to last. */
const RANKS = [
  'checkout',
  'refund',
  'admin',
  'part',
  'paid',
  'closed',
  'flagged',
  'money-back',
  'dispute',
  'ledger',
  'commission',
  'mail',
  'download',
  'finding',
] as const satisfies readonly TimelineKind[]

const entry = (
  key: string,
  kind: TimelineKind,
  at: number,
  title: string,
  more: Partial<Pick<TimelineEntry, 'text' | 'who' | 'whoId' | 'mail'>> = {},
): TimelineEntry => ({
  key,
  kind,
  at: toIso(at),
  title,
  text: null,
  who: null,
  whoId: null,
  mail: null,
  ...more,
})

/** Newest first. Of entries with the same timestamp, an effect comes above its cause. */
export const inOrder = (entries: TimelineEntry[]): TimelineEntry[] =>
  entries.toSorted((a, b) => b.at.localeCompare(a.at) || RANKS.indexOf(b.kind) - RANKS.indexOf(a.kind))

const nameOf = ({ actorId, actorName }: Actor, role: string) =>
  actorId === null ? { who: role } : { who: actorName ?? `#${actorId}`, whoId: actorId }

export function ofBeginning(row: BeginningRow): TimelineEntry {
  const { amountCents, discountCents, trialDays, couponCode, paymentProvider } = row
  const price = formatCents(amountCents)
  const off =
    trialDays > 0
      ? `, ${trialDays} free days`
      : discountCents > 0
        ? `, ${formatCents(discountCents)} off`
        : ''
  const coupon = couponCode === null ? '' : ` with coupon ${couponCode}`
  const title = row.isRenewal
    ? 'Renewal billed'
    : row.wasOpened
      ? 'Checkout started'
      : 'Found at the provider'
  const text = `${price}, ${PROVIDER_NAMES[paymentProvider]}${off}${coupon}`
  return entry(`payment:${row.id}`, 'checkout', row.createdAt, title, { text })
}

/** The labels for the source of an event. */
const SOURCES: Record<string, string> = {
  webhook: 'a webhook',
  return: 'the buyer’s return',
  sweep: 'a scheduled check',
  admin: 'an admin’s check',
  reconciliation: 'the reconciliation',
  free: 'the free order',
  refund: 'the refund',
}

export function ofEvent({ id, kind, source, details, createdAt }: EventRow): TimelineEntry {
  const { as, title, text } = labelForEvent(kind, details)
  return entry(`event:${id}`, as, createdAt, title, { text, who: SOURCES[source] ?? source })
}

const LEDGER: Record<string, string> = {
  capture: 'received',
  refund: 'refunded',
  dispute: 'withheld by a dispute',
  restore: 'returned to the shop',
}

export function ofLedger({ id, kind, amountCents, createdAt }: LedgerRow): TimelineEntry {
  const sum = `${amountCents < 0 ? '−' : '+'}${formatCents(Math.abs(amountCents))}`
  const title = `Balance: ${LEDGER[kind] ?? kind}`
  return entry(`ledger:${id}`, 'ledger', createdAt, title, { text: sum })
}

const REFUND_ENDS: Partial<Record<RefundStatus, string>> = {
  succeeded: 'Refund succeeded',
  failed: 'Refund failed',
  declined: 'Refund declined',
}

/** The shop does not know when the buyer has done so. */
const TO_CLAIM = 'Refund ready, the buyer claims it with a wallet address'

/** The entries of a refund, newest first: its result, if any, and its request. */
export function ofRefund(row: RefundRow): TimelineEntry[] {
  const { id, amountCents, status, askedBy, reason, lastError, claimUrl, createdAt, updatedAt } = row
  const sum = formatCents(amountCents)
  const asked = entry(
    `refund:${id}`,
    'refund',
    createdAt,
    askedBy === 'customer' ? `Refund of ${sum} requested` : `Refund of ${sum} started`,
    {
      text: reason && visibleText(reason),
      ...nameOf(row, askedBy === 'customer' ? 'the buyer' : row.actorId === null ? 'the shop' : 'an admin'),
    },
  )
  const end = status === 'succeeded' && claimUrl !== null ? TO_CLAIM : REFUND_ENDS[status]
  const later = end ?? (lastError === null ? null : 'Refund is tried again')
  if (later === null) return [asked]
  const kind = status === 'succeeded' ? 'money-back' : 'refund'
  return [entry(`refund:${id}:later`, kind, updatedAt, later, { text: lastError ?? sum }), asked]
}

export function ofCommission(row: CommissionRow): TimelineEntry {
  const { id, kind, commissionCents, status, referrerId, referrerName, createdAt } = row
  const title = kind === 'commission' ? 'Commission recorded' : 'Commission reversed'
  const text = `${formatCents(commissionCents)}, now ${status}`
  const who = referrerName ?? `#${referrerId}`
  return entry(`commission:${id}`, 'commission', createdAt, title, { text, who, whoId: referrerId })
}

const MAIL_STATES: Record<DeliveryLabel, string> = {
  queued: 'waits to be sent',
  sending: 'is being sent',
  retrying: 'is tried again',
  sent: 'sent',
  dead: 'not delivered',
  delayed: 'sent, its arrival is delayed',
  delivered: 'delivered',
  failed: 'not sent by the provider',
  suppressed: 'suppressed',
  bounced: 'bounced',
  complained: 'delivered, marked as spam',
}

export function ofMail({ id, template, toAddress, status, ...row }: MailRow): TimelineEntry {
  const title = `Mail: ${mailName(template)} – ${MAIL_STATES[deliveryLabel(status, row.outcome)]}`
  const why = row.lastError !== null && status !== 'sent' ? `: ${row.lastError}` : ''
  const mail = { id, status }
  return entry(`mail:${id}`, 'mail', row.sentAt ?? row.createdAt, title, {
    text: `To ${toAddress}${why}`,
    mail,
  })
}

const WAYS: Record<DownloadRow['via'], string> = {
  session: 'Downloaded',
  link: 'Downloaded by emailed link',
  emergency: 'Downloaded by emergency link',
}

export function ofDownload({ id, via, version, range, ip, userId, username, createdAt }: DownloadRow) {
  const facts = [version === null ? null : `Version ${version}`, range && 'resumed', ip && `from ${ip}`]
  const text = facts.filter(Boolean).join(', ') || null
  return entry(`download:${id}`, 'download', createdAt, WAYS[via], { text, who: username, whoId: userId })
}

export function ofAudit(row: AuditRow): TimelineEntry {
  const { title, text } = auditLabel(row.action, row.after)
  return entry(`audit:${row.id}`, 'admin', row.createdAt, title, { text, ...nameOf(row, 'the shop') })
}

export const ofFinding = ({ id, kind, subject, foundAt }: FindingRow): TimelineEntry =>
  entry(`finding:${id}`, 'finding', foundAt, FINDING_TITLES[kind], {
    text: `Open finding about ${subject}, since ${formatDay(toIso(foundAt))} (UTC)`,
    who: 'the reconciliation',
  })
