import type { FindingKind } from '../../../worker/features/recovery/contract.ts'
import { readSubject, type Subject } from '../../../worker/features/recovery/rules.ts'
import { adminPath } from '../shell/admin-path.ts'

/** What that means. */
export const FINDING_TEXTS: Record<FindingKind, string> = {
  'paid-no-access': 'A payment was made and what it pays for is not open to its buyer.',
  'access-not-paid': 'Somebody holds a paid product, and no payment stands behind it.',
  'refunded-still-active': 'The money went back, and access or licence did not end.',
  'commission-without-sale': 'An affiliate is credited more than the sale earned.',
  'sale-without-commission': 'A referred sale earned a commission that was not entered.',
  'ledger-off': 'The entries of a payment are not what the payment says.',
  'coupon-off': 'A coupon’s uses are not what its payments say.',
  'needs-attention': 'Something could not be followed, matched or sent, and waits for you.',
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

/** What a finding is about, and where that is looked at; null: nowhere here. */
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
  gone: 'Gone by itself',
}
