import type { PaymentStatus } from '#shared/payments/contract.ts'
import { type Observation, wasMade } from '../rules.ts'

type Paid = Extract<Observation, { kind: 'paid' }>

/** What the provider says of each checkout at which a payment can be paid: the first one, then those for the balance. */
export type Pages = { main: Observation; balances: readonly Observation[] }

export const arrivedAt = (page: Observation): number =>
  page.kind === 'paid' || page.kind === 'underpaid' ? page.receivedCents : 0

/** Nobody is expected to pay at it any more. */
export const isOver = (page: Observation): boolean =>
  page.kind === 'underpaid' ? page.closed : !['open', 'processing'].includes(page.kind)

const isPaid = (page: Observation): page is Paid => page.kind === 'paid'

type Priced = { amountCents: number; couponId: number | null; discountCents: number }

/** Its money came when its coupon was used up: the page asked for the price with it, the order costs the one without. */
export const lostDiscount = ({ couponId, discountCents }: Priced): boolean =>
  couponId !== null && discountCents === 0

/**
 * What all pages of a payment say together. `unappliedRefundedCents`: unapplied funds that were refunded
 * (before the sale was complete, or in excess of the price), or are about to be. We do not have them any more, but their page
 * still counts them. `references`: theirs, for a provider that says which refunds it has made.
 */
export function sumUp(
  payment: Priced & { currency: string; status: PaymentStatus },
  { main, balances }: Pages,
  unappliedRefundedCents: number,
  references: readonly string[] = [],
): Observation {
  // An order that was completed by hand costs what arrived; its page still asks for more.
  const isEnough = main.kind === 'underpaid' && wasMade(payment.status)
  const isShort = lostDiscount(payment) && isPaid(main) && main.currency === payment.currency
  if (balances.length === 0 && unappliedRefundedCents === 0 && !isEnough && !isShort) return main
  const pages = [main, ...balances]
  const paid = pages.filter(isPaid)
  // Before there is a sale only unapplied funds can be refunded, also by a person at the provider.
  const gone = wasMade(payment.status)
    ? unappliedRefundedCents
    : Math.max(unappliedRefundedCents, refundedAt(paid) ?? 0)
  const receivedCents = Math.max(0, pages.reduce((sum, page) => sum + arrivedAt(page), 0) - gone)
  if (receivedCents >= payment.amountCents)
    return paidTogether(payment, paid, receivedCents, { gone, references })
  if (pages.some(({ kind }) => kind === 'processing')) return { kind: 'processing' }
  return { kind: 'underpaid', receivedCents, closed: pages.every(isOver) }
}

/** Refunds by the provider's own count; null where it keeps none. */
function refundedAt(paid: Paid[]): number | null {
  const said = paid.flatMap(({ refundedCents }) => (refundedCents === null ? [] : [refundedCents]))
  return said.length === 0 ? null : said.reduce((sum, cents) => sum + cents, 0)
}

/** Each refund that carries a reference of ours, of all pages; undefined where no provider says which it has made. */
function referencesOf(paid: Paid[]): Record<string, number> | undefined {
  const said = paid.flatMap(({ refundsByReference }) => (refundsByReference ? [refundsByReference] : []))
  return said.length === 0 ? undefined : Object.assign({}, ...said)
}

/** The last page that was paid names the money movement. */
function paidTogether(
  { amountCents, currency }: { amountCents: number; currency: string },
  paid: Paid[],
  receivedCents: number,
  { gone, references }: { gone: number; references: readonly string[] },
): Paid {
  const last = paid.at(-1)
  const said = refundedAt(paid)
  const byReference = referencesOf(paid)
  // Of a refund of unapplied funds that was only decided the provider does not count anything yet.
  const outside = byReference
    ? references.reduce((sum, reference) => sum + (byReference[reference] ?? 0), 0)
    : gone
  const ofSale = Object.entries(byReference ?? {}).filter(([reference]) => !references.includes(reference))
  const refundedCents = said === null ? null : Math.max(0, said - outside)
  return {
    kind: 'paid',
    amountCents,
    // A page in another currency spoils the sum, whichever it is.
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

/** What is still to be paid of a payment of which something arrived; 0 where nothing came, or it is made. */
export const dueCents = ({ amountCents, receivedCents, wasMade }: Received): number =>
  wasMade || receivedCents === 0 ? 0 : amountCents - receivedCents

/** Unapplied funds, which can be refunded without touching a sale: all of it before the sale is made, the excess after. */
export const unappliedCents = ({ amountCents, receivedCents, wasMade }: Received): number =>
  wasMade ? Math.max(0, receivedCents - amountCents) : receivedCents

/** What is other than usual about a crypto payment; `wasClosed`: it had been given up before it was paid. */
export function situationOf(
  received: Received,
  wasClosed: boolean,
): 'underpaid' | 'overpaid' | 'late' | null {
  if (!received.wasMade) return received.receivedCents > 0 ? 'underpaid' : null
  if (unappliedCents(received) > 0) return 'overpaid'
  return wasClosed ? 'late' : null
}

/** After this long without a further payment the buyer is reminded, once, of a partial payment. */
export const REMIND_AFTER_DAYS = 3
