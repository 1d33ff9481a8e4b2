import type { FindingKind } from '#shared/recovery/contract.ts'
import { readSubject, type Subject } from '#shared/recovery/rules.ts'
import { adminPath } from '../shell/admin-path.ts'

/** The meaning of each kind of finding. */
export const FINDING_TEXTS: Record<FindingKind, string> = {
  'paid-no-access': 'A payment was made, but its access or licence is missing.',
  'access-not-paid': 'A customer has access to a paid product without a payment.',
  'refunded-still-active': 'The payment was refunded, but access or licence did not end.',
  'commission-without-sale': 'An affiliate is credited more than the sale earned.',
  'sale-without-commission': 'The commission of a referred sale is missing or too small.',
  'ledger-off': 'The entries of a payment do not match the payment.',
  'coupon-off': 'The uses of a coupon do not match its payments.',
  'needs-attention': 'Something could not be processed, matched or sent, and needs you.',
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
