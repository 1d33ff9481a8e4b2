import type { FindingKind } from './terms.ts'

/** The mismatch of each kind of finding, as a title. */
export const FINDING_TITLES: Record<FindingKind, string> = {
  'paid-no-access': 'Paid, but no access',
  'access-not-paid': 'Access without a payment',
  'refunded-still-active': 'Access did not end',
  'commission-without-sale': 'Commission without a sale',
  'sale-without-commission': 'Sale without its commission',
  'ledger-off': 'The amounts of this payment do not match',
  'coupon-off': 'Coupon miscounted',
  'needs-attention': 'Needs attention',
}

/** The subject of a finding: a row of the shop, or an object that only the provider has. */
export type Subject =
  | 'payment'
  | 'grant'
  | 'licence'
  | 'usage'
  | 'coupon'
  | 'referral'
  | 'event'
  | 'mail'
  | 'checkout'
  | 'invoice'

export const subjectOf = (about: Subject, id: number | string): string => `${about}:${id}`

/** `payment:41` → its kind and number. A provider's object has the number 0. */
export function readSubject(subject: string): { about: Subject; id: number } {
  const [about = '', id = ''] = subject.split(':')
  return { about: about as Subject, id: /^\d+$/.test(id) ? Number(id) : 0 }
}

/** The books, in the order in which a run compares them. */
export const BOOKS = ['payment', 'grant', 'licence', 'usage', 'coupon', 'referral'] as const
export type Book = (typeof BOOKS)[number]

/** The stages of a run: each configured provider, each book, the objects that wait for a person, the end. */
export const stagesOf = (providers: readonly string[]): string[] => [
  ...providers,
  ...BOOKS,
  'attention',
  'finish',
]

export const isBook = (stage: string): stage is Book => (BOOKS as readonly string[]).includes(stage)

/** The stage after this one. After a provider that is no longer configured, the run continues with the first stage. */
export function stageAfter(stage: string, providers: readonly string[]): string {
  const stages = stagesOf(providers)
  return stages[stages.indexOf(stage) + 1] ?? 'finish'
}

/** Whether processing a provider's object repaired a row of the shop. A flagged payment waits for a person. */
export const wasHealed = (outcome: string): boolean => /^(settled|changed|held|closed)/.test(outcome)

/** The advice to an admin for a finding that the shop cannot repair. */
export function adviceOn(kind: FindingKind, about: Subject): string {
  switch (about) {
    case 'payment':
      break
    case 'event':
      return 'The event could not be processed. Its error is in the details: fix that, then repair again.'
    case 'mail':
      return 'The mail cannot be sent again. Write to its recipient yourself.'
    case 'checkout':
      return 'The provider has money that belongs to no payment here. Refund it there, or deliver by hand; then close this finding as done.'
    case 'invoice':
      return 'Stripe collects for a subscription without an order here. Cancel it there and refund the invoice, or deliver by hand; then close this finding as done.'
    case 'coupon':
      return 'The coupon has more uses than its limit allows. Raise the limit, then repair again.'
    case 'referral':
      return 'This commission was paid out already. Settle it with the affiliate, then close this finding as done.'
    default:
      return 'It cannot be repaired automatically. Check its records, then close this finding as done.'
  }
  return kind === 'needs-attention'
    ? 'This needs your decision: open the order. Complete it or refund it; if it was not delivered, you can also refund the money at the provider and close it.'
    : 'The records cannot be repaired automatically. Check this payment, then close this finding as done.'
}
