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
    /** US dollars per coin, fixed when the invoice was made. */
    rate: z.string(),
    paymentMethodPaid: z.string(),
    /** `value` in the coin. */
    payments: z.array(z.object({ id: z.string(), value: z.string(), status: z.string() })),
  }),
)
type Methods = z.output<typeof methodsSchema>

/** A payment that was replaced or spent twice is not among them: the server leaves it out. */
export type Received = {
  cents: number
  /** Of it what its sender cannot take back any more, by the store's own measure. */
  confirmedCents: number
  /** Enough blocks are on top of all of it. */
  confirmed: boolean
  transactionId: string | null
  /** The way in which most of it came, which can be given back the same way. */
  methodId: string | null
}

/** What arrived, in cents at the rate of the invoice. */
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

/** Whether nothing can have arrived, so that it need not be asked. */
export const isUntouched = ({ status, additionalStatus }: Invoice): boolean =>
  (status === 'New' || status === 'Expired') && additionalStatus === 'None'

/** The received amount decides about an invoice that is over; `Marked` is one that was closed by hand, or by us. */
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
      // Processing, and whatever is new: neither paid nor over.
      return { kind: 'processing' }
  }
}

/** The time is over; what came, perhaps late, is still the buyer's. */
function overObservation(invoice: Invoice, received: Received, empty: Observation): Observation {
  if (received.cents === 0) return empty
  const enough = received.cents >= fromDecimal(invoice.amount) || invoice.additionalStatus === 'PaidLate'
  if (!enough) return partialPayment(invoice, received, true)
  return received.confirmed ? toPaid(invoice, received) : { kind: 'processing' }
}

/**
 * Less than was asked. Only what is confirmed counts: it is what the buyer may have given back, and anything else they
 * could spend a second time after that.
 */
function partialPayment(invoice: Invoice, received: Received, closed: boolean): Observation {
  if (received.confirmedCents === 0) return { kind: 'processing', ...(!closed && { isShort: true }) }
  // Of a page of the operator's in other money than the shop's: not to be counted as dollars, so its currency is shown.
  if (invoice.currency !== 'USD') return toPaid(invoice, received)
  return { kind: 'underpaid', receivedCents: short(invoice, received), closed }
}

/** By the server's own count it is not all: rounding must not say otherwise. */
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
    // Coins are rounded: less than was asked is none, where the server says that it is paid. More is only what is confirmed.
    receivedCents: Math.max(amountCents, received.confirmedCents),
    // A refund is an offer that its receiver claims: the invoice does not know of it, our own rows do.
    refundedCents: null,
    disputed: 'no',
  }
}

/** `paid`: money has arrived, so that a page of the operator's has sold something. */
export const aboutInvoice = (id: string, metadata: Invoice['metadata'], paid: boolean): About => ({
  kind: 'checkout',
  checkoutId: id,
  reference: referenceOf(metadata),
  hosted: paid ? toHostedPurchase(metadata) : null,
})

/** Not `orderId`: the form behind a pay button is the buyer's to edit, and that field is in it. */
export const referenceOf = (metadata: Invoice['metadata']): string | null =>
  textOf(metadata?.payment_reference)

/**
 * What a point of sale sold: its items carry the shop's product id as their own. A buyer who makes up another pays that
 * product's exact price for it, or is flagged; a payment that exists is found by its reference only.
 */
function toHostedPurchase(metadata: Invoice['metadata']): HostedPurchase | null {
  const productId = textOf(metadata?.product_id) ?? textOf(metadata?.itemCode) ?? ''
  if (referenceOf(metadata) !== null || !/^\d{1,9}$/.test(productId)) return null
  return { productId: Number(productId), email: emailOf(metadata) }
}

const emailOf = (metadata: Invoice['metadata']) => textOf(metadata?.buyerEmail)

const textOf = (value: unknown): string | null =>
  typeof value === 'number' ? String(value) : typeof value === 'string' && value !== '' ? value : null
