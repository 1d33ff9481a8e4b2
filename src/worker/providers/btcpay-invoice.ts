import { z } from 'zod'
import { fromDecimal } from '#shared/core/money.ts'
import type { Observation } from '../features/payments/rules.ts'
import type { About, HostedPurchase } from './payment-provider.ts'

const metadataSchema = z.record(z.string(), z.unknown())

export const invoiceSchema = z.object({
  id: z.string(),
  amount: z.string(),
  currency: z.string(),
  status: z.string(),
  additionalStatus: z.string(),
  checkoutLink: z.string(),
  /** Unix seconds. */
  createdTime: z.number(),
  expirationTime: z.number(),
  metadata: metadataSchema.nullish(),
})
export type Invoice = z.output<typeof invoiceSchema>

export const methodsSchema = z.array(
  z.object({
    paymentMethodId: z.string(),
    /** US dollars per coin, fixed when the invoice was created. */
    rate: z.string(),
    paymentMethodPaid: z.string(),
    /** `value` in the coin. */
    payments: z.array(z.object({ id: z.string(), value: z.string(), status: z.string() })),
  }),
)
type Methods = z.output<typeof methodsSchema>

/** The money received. The server omits payments that were replaced or double-spent. */
export type Received = {
  cents: number
  /** The part that its sender can no longer take back, by the store's number of confirmations. */
  confirmedCents: number
  /** True where all payments have enough confirmations. */
  confirmed: boolean
  transactionId: string | null
  /** The payment method of the largest part; a refund uses the same method. */
  methodId: string | null
}

/** The amount received, in cents at the rate of the invoice. */
export function receivedBy(methods: Methods): Received {
  const byValue = methods
    .map((method) => ({ ...method, usd: Number(method.paymentMethodPaid) * Number(method.rate) }))
    .sort((one, other) => other.usd - one.usd)
  const payments = byValue.flatMap((method) => method.payments)
  const cents = Math.round(byValue.reduce((sum, { usd }) => sum + usd, 0) * 100)
  const confirmed = payments.every(isConfirmed)
  const open = byValue.reduce((sum, method) => sum + unconfirmedUsd(method), 0)
  return {
    cents,
    confirmedCents: confirmed ? cents : Math.max(0, cents - Math.ceil(open * 100)),
    confirmed,
    transactionId: payments[0]?.id ?? null,
    methodId: cents > 0 ? (byValue[0]?.paymentMethodId ?? null) : null,
  }
}

const isConfirmed = ({ status }: { status: string }) => status === 'Settled'

const unconfirmedUsd = ({ payments, rate }: Methods[number]) =>
  payments.reduce((sum, one) => (isConfirmed(one) ? sum : sum + Number(one.value) * Number(rate)), 0)

/** True where no money can have arrived, so that payments need not be requested. */
export const isUntouched = ({ status, additionalStatus }: Invoice): boolean =>
  (status === 'New' || status === 'Expired') && additionalStatus === 'None'

/** The received amount decides the result of a closed invoice; `Marked`: it was closed by hand or by us. */
export function toObservation(invoice: Invoice, received: Received): Observation {
  switch (invoice.status) {
    case 'New':
      return received.cents > 0 ? partialPayment(invoice, received, false) : { kind: 'open' }
    case 'Settled':
      return toPaid(invoice, received)
    case 'Expired':
      return overObservation(invoice, received, { kind: 'expired' })
    case 'Invalid':
      return overObservation(invoice, received, {
        kind: invoice.additionalStatus === 'Marked' ? 'expired' : 'failed',
      })
    default:
      // Processing, and any new status: neither paid nor closed.
      return { kind: 'processing' }
  }
}

/** A closed invoice. Money that arrived, even late, still counts for the buyer. */
function overObservation(invoice: Invoice, received: Received, empty: Observation): Observation {
  if (received.cents === 0) return empty
  const enough = received.cents >= fromDecimal(invoice.amount) || invoice.additionalStatus === 'PaidLate'
  if (!enough) return partialPayment(invoice, received, true)
  return received.confirmed ? toPaid(invoice, received) : { kind: 'processing' }
}

/**
 * Less than the price arrived. Only the confirmed amount counts, because the buyer may ask for its refund: unconfirmed
 * money could be double-spent after the refund.
 */
function partialPayment(invoice: Invoice, received: Received, closed: boolean): Observation {
  if (received.confirmedCents === 0) return { kind: 'processing', ...(!closed && { isShort: true }) }
  // An invoice of the operator's own page in another currency: reported as paid with that currency, not as dollars.
  if (invoice.currency !== 'USD') return toPaid(invoice, received)
  return { kind: 'underpaid', receivedCents: short(invoice, received), closed }
}

/** The server reports less than the price, so rounding must not reach the price. */
const short = (invoice: Invoice, { confirmedCents }: Received) =>
  Math.min(confirmedCents, fromDecimal(invoice.amount) - 1)

function toPaid(invoice: Invoice, received: Received): Observation {
  const amountCents = fromDecimal(invoice.amount)
  return {
    kind: 'paid',
    amountCents,
    currency: invoice.currency.toLowerCase(),
    transactionId: received.transactionId,
    intentId: invoice.id,
    email: emailOf(invoice.metadata),
    subscription: null,
    period: null,
    // Coin amounts are rounded: a paid invoice counts at least its price. An excess counts only once it is confirmed.
    receivedCents: Math.max(amountCents, received.confirmedCents),
    // A refund is an offer that the buyer claims. It is not in the invoice, only in our own rows.
    refundedCents: null,
    disputed: 'no',
  }
}

/** `paid`: money has arrived, so that a pay page outside the shop has sold something. */
export const aboutInvoice = (id: string, metadata: Invoice['metadata'], paid: boolean): About => ({
  kind: 'checkout',
  checkoutId: id,
  reference: referenceOf(metadata),
  hosted: paid ? toHostedPurchase(metadata) : null,
})

/** Not `orderId`: a buyer can edit that field in the form of a pay button. */
export const referenceOf = (metadata: Invoice['metadata']): string | null =>
  textOf(metadata?.payment_reference)

/**
 * The purchase at a point of sale, whose items have the shop's product ids. A buyer who forges another product id must
 * pay that product's exact price, or the payment is flagged. An existing payment is found by its reference only.
 */
function toHostedPurchase(metadata: Invoice['metadata']): HostedPurchase | null {
  const productId = textOf(metadata?.product_id) ?? textOf(metadata?.itemCode) ?? ''
  if (referenceOf(metadata) !== null || !/^\d{1,9}$/.test(productId)) return null
  return { productId: Number(productId), email: emailOf(metadata) }
}

const emailOf = (metadata: Invoice['metadata']) => textOf(metadata?.buyerEmail)

const textOf = (value: unknown): string | null =>
  typeof value === 'number' ? String(value) : typeof value === 'string' && value !== '' ? value : null
