import { formatDay } from '../../core/format-day.ts'
import { formatCents } from '../../core/money.ts'
import { toIso } from '../../core/time.ts'
import { visibleText } from '../../core/visible-text.ts'
import type { DeliveryOutcome, DeliveryStatus } from '../email/contract.ts'
import { disputeTitle } from '../email/dispute-label-rules.ts'
import { mailName } from '../email/mail-name-rules.ts'
import { type DeliveryLabel, deliveryLabel } from '../email/outcome-rules.ts'
import type { PaymentStatus, PurchaseType } from '../payments/contract.ts'
import { disputeFacts, readDispute } from '../payments/dispute-rules.ts'
import { PROVIDER_NAMES } from '../payments/provider-name-rules.ts'
import { FINDING_TITLES, type FindingKind } from '../recovery/contract.ts'
import type { RefundStatus } from '../refunds/contract.ts'
import { auditLabel } from './audit-label-rules.ts'
import type { TimelineEntry, TimelineKind } from './contract.ts'

type Actor = { actorId: number | null; actorName: string | null }
type Details = Record<string, unknown>

export type BeginningRow = {
  id: number
  createdAt: number
  amountCents: number
  discountCents: number
  couponCode: string | null
  purchaseType: PurchaseType
  paymentProvider: keyof typeof PROVIDER_NAMES
  /** A buyer's own checkout; else it was found at the provider. */
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

/** Which of two at the same moment came first in their batch: the lower. */
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
  ...{ key, kind, at: toIso(at), title },
  ...{ text: null, who: null, whoId: null, mail: null },
  ...more,
})

/** Newest first; of one moment, what followed from the other comes above it. */
export const inOrder = (entries: TimelineEntry[]): TimelineEntry[] =>
  entries.toSorted((a, b) => b.at.localeCompare(a.at) || RANKS.indexOf(b.kind) - RANKS.indexOf(a.kind))

const nameOf = ({ actorId, actorName }: Actor, role: string) =>
  actorId === null ? { who: role } : { who: actorName ?? `#${actorId}`, whoId: actorId }

export function ofBeginning(row: BeginningRow): TimelineEntry {
  const { amountCents, discountCents, couponCode, paymentProvider } = row
  const price = formatCents(amountCents)
  const off = discountCents > 0 ? `, ${formatCents(discountCents)} off` : ''
  const coupon = couponCode === null ? '' : ` with coupon ${couponCode}`
  const title = row.isRenewal ? 'Renewal billed' : row.wasOpened ? 'Checkout begun' : 'Found at the provider'
  const text = `${price}, ${PROVIDER_NAMES[paymentProvider]}${off}${coupon}`
  return entry(`payment:${row.id}`, 'checkout', row.createdAt, title, { text })
}

/** Who noticed it. */
const SOURCES: Record<string, string> = {
  webhook: 'a webhook',
  return: 'the buyer’s return',
  sweep: 'the sweep',
  admin: 'an admin’s look',
  reconciliation: 'the reconciliation',
  free: 'the free order',
  refund: 'the refund',
}

export function ofEvent({ id, kind, source, details, createdAt }: EventRow): TimelineEntry {
  const { as, title, text } = labelForEvent(kind, details)
  return entry(`event:${id}`, as, createdAt, title, { text, who: SOURCES[source] ?? source })
}

type Words = { as: TimelineKind; title: string; text: string | null }

function labelForEvent(kind: string, details: Details): Words {
  const [name = kind] = kind.split(':')
  const cents = (key: string) => formatCents(typeof details[key] === 'number' ? details[key] : 0)
  switch (name) {
    case 'settled':
      return { as: 'paid', title: 'Paid', text: cents('amountCents') }
    case 'change':
      return labelForChange(details, cents)
    case 'received': {
      const rest = details.closed === true ? 'its page is closed' : 'the rest is awaited'
      return { as: 'part', title: 'A part arrived', text: `${cents('receivedCents')} so far; ${rest}` }
    }
    case 'use-taken':
      return { as: 'part', title: 'Money came late, its coupon counts again', text: cents('amountCents') }
    case 'full-price': {
      const text = `${cents('amountCents')} is the price by now`
      return { as: 'part', title: 'Money came late, its coupon was used up', text }
    }
    case 'rest':
      return { as: 'part', title: 'Page for the rest opened', text: cents('amountCents') }
    case 'reminded':
      return { as: 'part', title: 'Reminded of the rest', text: `${cents('receivedCents')} so far` }
    case 'given-back':
      return {
        as: 'money-back',
        title: details.of === 'excess' ? 'What was too much goes back' : 'What arrived goes back',
        text: `${cents('amountCents')}, outside the sale`,
      }
    case 'expired':
      return { as: 'closed', title: 'Expired unpaid', text: null }
    case 'failed':
      return { as: 'closed', title: 'Payment failed', text: null }
    case 'file-ready':
      return { as: 'paid', title: 'The file was published and mailed', text: null }
    case 'processing':
      return { as: 'checkout', title: 'Paid, the money is on its way', text: null }
    case 'second-payment':
      return {
        as: 'flagged',
        title: 'A second payment: nothing was granted',
        text: String(details.reason ?? '') || null,
      }
    case 'undeliverable':
    case 'flagged':
      return { as: 'flagged', title: 'Left to a person', text: String(details.reason ?? '') || null }
    case 'renewal-raced': {
      const text = `We are refunding ${cents('amountCents')}: it was paid while the subscription ended`
      return { as: 'refund', title: 'Renewal of an ended subscription', text }
    }
    case 'dispute':
    case 'fraud-warning': {
      const state = readDispute(details)
      return { as: 'dispute', title: disputeTitle(state.status), text: disputeFacts(state) }
    }
    default:
      return { as: 'checkout', title: kind, text: null }
  }
}

function labelForChange(details: Details, cents: (key: string) => string): Words {
  const { from, to } = details as { from?: PaymentStatus; to?: PaymentStatus }
  if (to === 'disputed')
    return { as: 'dispute', title: 'Money withdrawn', text: 'The buyer’s bank took the money back for now.' }
  if (from === 'disputed' && to === 'refunded')
    return { as: 'dispute', title: 'Dispute lost', text: `${cents('refundedCents')} is gone` }
  if (from === 'disputed')
    return { as: 'dispute', title: 'Money reinstated', text: 'The money is the shop’s again.' }
  if (to === 'refunded')
    return { as: 'money-back', title: 'Refunded in full', text: `${cents('refundedCents')} in all` }
  const isLess = typeof details.movedCents === 'number' && details.movedCents > 0
  if (isLess) {
    const text = `${cents('refundedCents')} still counts as refunded`
    return { as: 'money-back', title: 'A refund came back to the shop', text }
  }
  return { as: 'money-back', title: 'Refunded in part', text: `${cents('refundedCents')} in all` }
}

const LEDGER: Record<string, string> = {
  capture: 'Captured',
  refund: 'Given back',
  dispute: 'Held back by a dispute',
  restore: 'Restored',
}

export function ofLedger({ id, kind, amountCents, createdAt }: LedgerRow): TimelineEntry {
  const sum = `${amountCents < 0 ? '−' : '+'}${formatCents(Math.abs(amountCents))}`
  const title = `Ledger: ${LEDGER[kind] ?? kind}`
  return entry(`ledger:${id}`, 'ledger', createdAt, title, { text: sum })
}

const REFUND_ENDS: Partial<Record<RefundStatus, string>> = {
  succeeded: 'Refund succeeded',
  failed: 'Refund failed',
  declined: 'Refund declined',
}

/** How it ended, and that it was asked for. */
export function ofRefund(row: RefundRow): TimelineEntry[] {
  const { id, amountCents, status, askedBy, reason, lastError, createdAt, updatedAt } = row
  const sum = formatCents(amountCents)
  const asked = entry(
    `refund:${id}`,
    'refund',
    createdAt,
    askedBy === 'customer' ? `Refund of ${sum} asked for` : `Refund of ${sum} begun`,
    {
      text: reason && visibleText(reason),
      ...nameOf(row, askedBy === 'customer' ? 'the buyer' : row.actorId === null ? 'the shop' : 'an admin'),
    },
  )
  const end = REFUND_ENDS[status]
  const later = end ?? (lastError === null ? null : 'Refund is tried again')
  if (later === null) return [asked]
  const kind = status === 'succeeded' ? 'money-back' : 'refund'
  return [entry(`refund:${id}:later`, kind, updatedAt, later, { text: lastError ?? sum }), asked]
}

export function ofCommission(row: CommissionRow): TimelineEntry {
  const { id, kind, commissionCents, status, referrerId, referrerName, createdAt } = row
  const title = kind === 'commission' ? 'Commission entered' : 'Commission reversed'
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
  suppressed: 'held back',
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
  link: 'Downloaded by mailed link',
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
    text: `Open finding about ${subject}, since ${formatDay(toIso(foundAt))}`,
    who: 'the reconciliation',
  })
