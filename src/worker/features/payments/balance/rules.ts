import type { PaymentStatus } from '#shared/payments/contract.ts'
import { type Observation, wasMade } from '../rules.ts'

type Paid = Extract<Observation, { kind: 'paid' }>

/** The provider's observations of all checkouts of a payment: the first checkout, then those for the balance. */
export type Pages = { main: Observation; balances: readonly Observation[] }

export const arrivedAt = (page: Observation): number =>
  page.kind === 'paid' || page.kind === 'underpaid' ? page.receivedCents : 0

/** True where no more money is expected at this page. */
export const isOver = (page: Observation): boolean =>
  page.kind === 'underpaid' ? page.closed : !['open', 'processing'].includes(page.kind)

const isPaid = (page: Observation): page is Paid => page.kind === 'paid'

type Priced = {
  amountCents: number
  couponId: number | null
  upgradedSubscriptionId?: number | null
  discountCents: number
}

/**
 * The money arrived after the coupon was used up, or the credit had ended: the page asked for the reduced price, and the
 * order costs the full one.
 */
export const lostDiscount = ({ couponId, upgradedSubscriptionId = null, discountCents }: Priced): boolean =>
  (couponId !== null || upgradedSubscriptionId !== null) && discountCents === 0

/**
 * The combined observation of all pages of a payment. `unappliedRefundedCents`: unapplied funds (from before the sale
 * was complete, or in excess of the price) that were refunded or are about to be. We do not have them any more, but
 * their page still counts them. `references`: the references of these refunds, for a provider that names the refunds it
 * made.
 */
export function sumUp(
  payment: Priced & { currency: string; status: PaymentStatus },
  { main, balances }: Pages,
  unappliedRefundedCents: number,
  references: readonly string[] = [],
): Observation {
  // An order that was completed by hand costs the amount that arrived; its page still asks for more.
  const isEnough = main.kind === 'underpaid' && wasMade(payment.status)
  const isShort = lostDiscount(payment) && isPaid(main) && main.currency === payment.currency
  if (balances.length === 0 && unappliedRefundedCents === 0 && !isEnough && !isShort) return main
  const pages = [main, ...balances]
  const paid = pages.filter(isPaid)
  // Before the sale every refund is one of unapplied funds, also a refund that a person made at the provider.
  const gone = wasMade(payment.status)
    ? unappliedRefundedCents
    : Math.max(unappliedRefundedCents, refundedAt(paid) ?? 0)
  const receivedCents = Math.max(0, pages.reduce((sum, page) => sum + arrivedAt(page), 0) - gone)
  if (receivedCents >= payment.amountCents)
    return paidTogether(payment, paid, receivedCents, { gone, references })
  if (pages.some(({ kind }) => kind === 'processing')) return { kind: 'processing' }
  return { kind: 'underpaid', receivedCents, closed: pages.every(isOver) }
}

/** The provider's own sum of refunds, in cents; null where the provider does not report refunds. */
function refundedAt(paid: Paid[]): number | null {
  const said = paid.flatMap(({ refundedCents }) => (refundedCents === null ? [] : [refundedCents]))
  return said.length === 0 ? null : said.reduce((sum, cents) => sum + cents, 0)
}

/** Cents of each refund that has a reference of ours; undefined where the provider does not name its refunds. */
function referencesOf(paid: Paid[]): Record<string, number> | undefined {
  const said = paid.flatMap(({ refundsByReference }) => (refundsByReference ? [refundsByReference] : []))
  return said.length === 0 ? undefined : Object.assign({}, ...said)
}

/** One paid observation of all pages. Transaction and intent are those of the last paid page. */
function paidTogether(
  { amountCents, currency }: { amountCents: number; currency: string },
  paid: Paid[],
  receivedCents: number,
  { gone, references }: { gone: number; references: readonly string[] },
): Paid {
  const last = paid.at(-1)
  const said = refundedAt(paid)
  const byReference = referencesOf(paid)
  // The provider does not count a refund of unapplied funds that is only approved yet.
  const outside = byReference
    ? references.reduce((sum, reference) => sum + (byReference[reference] ?? 0), 0)
    : gone
  const ofSale = Object.entries(byReference ?? {}).filter(([reference]) => !references.includes(reference))
  const refundedCents = said === null ? null : Math.max(0, said - outside)
  return {
    kind: 'paid',
    amountCents,
    // One page in another currency is enough to flag the payment.
    currency: paid.find((page) => page.currency !== currency)?.currency ?? currency,
    transactionId: last?.transactionId ?? null,
    intentId: last?.intentId ?? null,
    email: paid.find(({ email }) => email !== null)?.email ?? null,
    subscription: null,
    period: null,
    receivedCents,
    refundedCents,
    ...(byReference && { refundsByReference: Object.fromEntries(ofSale) }),
    pendingOutsideCents: paid.reduce((sum, page) => sum + (page.pendingOutsideCents ?? 0), 0),
    failedRefundIds: paid.flatMap(({ failedRefundIds }) => failedRefundIds ?? []),
    disputed: paid.find(({ disputed }) => disputed !== 'no')?.disputed ?? 'no',
  }
}

type Received = { amountCents: number; receivedCents: number; wasMade: boolean }

/** The amount due of a partial payment, in cents; 0 where nothing arrived, or the payment is complete. */
export const dueCents = ({ amountCents, receivedCents, wasMade }: Received): number =>
  wasMade || receivedCents === 0 ? 0 : amountCents - receivedCents

/**
 * Unapplied funds in cents, refundable without touching a sale: all money before the sale is made, the excess after.
 */
export const unappliedCents = ({ amountCents, receivedCents, wasMade }: Received): number =>
  wasMade ? Math.max(0, receivedCents - amountCents) : receivedCents

/** The exceptional situation of a crypto payment, or null; `wasClosed`: the payment was closed before it was paid. */
export function situationOf(
  received: Received,
  wasClosed: boolean,
): 'underpaid' | 'overpaid' | 'late' | null {
  if (!received.wasMade) return received.receivedCents > 0 ? 'underpaid' : null
  if (unappliedCents(received) > 0) return 'overpaid'
  return wasClosed ? 'late' : null
}

/** After this many days without a further payment the buyer is reminded, once, of a partial payment. */
export const REMIND_AFTER_DAYS = 3
