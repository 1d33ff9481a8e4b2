import { readSubject, type Subject } from '#shared/recovery/rules.ts'
import type { FindingKind } from '#shared/recovery/terms.ts'
import { adminPath } from '../shell/admin-path.ts'

/** The meaning of each kind of finding. */
export const FINDING_TEXTS: Record<FindingKind, string> = {
  'paid-no-access': 'Access or licence is missing, but it was paid for or given. Repair restores it.',
  'access-not-paid':
    'A customer has access to a paid product without a payment. Repair removes the access, unless the provider reports a payment.',
  'refunded-still-active':
    'Access or licence did not end after a refund, a dispute or a revocation. Repair ends it.',
  'commission-without-sale': 'An affiliate is credited more than the sale earned.',
  'sale-without-commission': 'The commission of a referred sale is missing or too small.',
  'ledger-off': 'The amounts recorded as received and refunded do not match the status of the payment.',
  'coupon-off': 'The uses of a coupon do not match its payments.',
  'needs-attention':
    'Something could not be processed, matched or sent. Repair tries again, or says what to do.',
}

const NAMES: Record<Subject, string> = {
  payment: 'Payment',
  grant: 'Access',
  licence: 'Licence',
  usage: 'Coupon use',
  coupon: 'Coupon',
  referral: 'Commission',
  event: 'Provider event',
  mail: 'Mail',
  checkout: 'Checkout',
  invoice: 'Invoice',
}

/** The name of a finding's subject, and the path of the screen that shows it; null if no screen does. */
export function describeSubject(subject: string, details: Record<string, unknown>) {
  const { about, id } = readSubject(subject)
  const which = id > 0 ? `#${id}` : subject.slice(subject.indexOf(':') + 1)
  return { name: `${NAMES[about] ?? about} ${which}`, path: pathOf(about, id, details) }
}

function pathOf(about: Subject, id: number, details: Record<string, unknown>): string | null {
  if (about === 'payment') return adminPath('orders', { order: id })
  if (about === 'coupon') return adminPath('coupons', { coupon: id })
  if (about === 'mail') return adminPath('mails')
  const { paymentId, userId } = details
  if (typeof paymentId === 'number') return adminPath('orders', { order: paymentId })
  return typeof userId === 'number' ? adminPath('users', { user: userId }) : null
}

/** How a finding was closed. */
export const RESOLUTION_WORDS: Record<string, string> = {
  repaired: 'Repaired',
  done: 'Closed by hand',
  gone: 'Resolved automatically',
}
