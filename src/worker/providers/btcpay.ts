import { z } from 'zod'
import { fromDecimal, toDecimal } from '#shared/core/money.ts'
import { DAY, HOUR, MINUTE } from '#shared/core/time.ts'
import { verifyHmacSha256 } from '../core/tokens.ts'
import {
  aboutInvoice,
  type Invoice,
  invoiceSchema,
  isUntouched,
  methodsSchema,
  type Received,
  receivedBy,
  referenceOf,
  toObservation,
} from './btcpay-invoice.ts'
import { providerCaller } from './call-provider.ts'
import { checkedEvent } from './checked-event.ts'
import type { BtcpayConfig } from './crypto-config.ts'
import type { CheckoutOrder, HostedCheckout, PaymentProvider, ProviderEvent } from './payment-provider.ts'
import { ProviderRefused } from './payment-provider.ts'

/** How long the rate is fixed. With more time a buyer could wait and pay only after the coin has fallen. */
const RATE_LOCK_MS = HOUR
/** How long the address is watched after that: late money still counts for the buyer. */
const WATCH_MS = 7 * DAY
const PAGE = 100

const nothing: Received = {
  cents: 0,
  confirmedCents: 0,
  confirmed: true,
  transactionId: null,
  methodId: null,
}

const pullPaymentSchema = z.object({
  id: z.string(),
  viewLink: z.string(),
  description: z.string().nullish(),
  archived: z.boolean().nullish(),
})

/** BTCPay Server's Greenfield API: the operator's own server; `outside` is the fetch that reaches it. */
export function btcpayProvider(config: BtcpayConfig, outside: typeof fetch): PaymentProvider {
  const send = providerCaller('BTCPay Server', outside, reasonOf)
  const store = `${config.url}/api/v1/stores/${config.storeId}`
  const headers = { authorization: `token ${config.apiKey}` }

  const get = <Schema extends z.ZodType>(path: string, schema: Schema) =>
    send({ method: 'GET', url: `${store}${path}`, headers }, schema)
  const post = <Schema extends z.ZodType>(path: string, body: object, schema: Schema) =>
    send({ method: 'POST', url: `${store}${path}`, headers, body }, schema)
  const pathOf = (id: string) => `/invoices/${encodeURIComponent(id)}`
  const find = (id: string) => get(pathOf(id), invoiceSchema)

  async function receivedOf(invoice: Invoice): Promise<Received> {
    if (isUntouched(invoice)) return nothing
    const methods = await get(`${pathOf(invoice.id)}/payment-methods`, methodsSchema)
    return methods ? receivedBy(methods) : nothing
  }

  async function* list(query: Record<string, string>): AsyncGenerator<Invoice> {
    for (let skip = 0; ; skip += PAGE) {
      const search = new URLSearchParams({ ...query, skip: String(skip), take: String(PAGE) })
      const page = (await get(`/invoices?${search}`, z.array(invoiceSchema))) ?? []
      yield* page
      if (page.length < PAGE) return
    }
  }

  /**
   * BTCPay Server has no idempotency key: an earlier invoice of this order, open or paid, is found by the order's
   * reference. Of several the oldest, which the list has last, unless another one received money.
   */
  async function findMade(order: CheckoutOrder): Promise<Invoice | undefined> {
    const made: Invoice[] = []
    for await (const invoice of list({ orderId: order.reference })) {
      if (isFor(invoice, order) && !isOver(invoice)) made.push(invoice)
    }
    return made.findLast((invoice) => !isUntouched(invoice)) ?? made.at(-1)
  }

  async function close(id: string): Promise<void> {
    try {
      await post(`${pathOf(id)}/status`, { status: 'Invalid' }, z.unknown())
    } catch (error) {
      // The invoice was closed, or a payment began, after we read it.
      if (!(error instanceof ProviderRefused)) throw error
    }
  }

  return {
    name: 'btcpay',

    async createCheckout(order) {
      const before = await findMade(order)
      if (before) return toHostedCheckout(before)
      const made = await post('/invoices', invoiceBody(order), invoiceSchema)
      if (!made) throw new ProviderRefused('BTCPay Server does not know this store.')
      // Another tab may have created an invoice meanwhile: both tabs then use the older one.
      const first = (await findMade(order)) ?? made
      if (first.id !== made.id) await close(made.id)
      return toHostedCheckout(first)
    },

    async expireCheckout(checkoutId) {
      const invoice = await find(checkoutId)
      // An invoice that was paid in full must not be marked: the mark would hide the payment.
      if (invoice?.status === 'New') await close(checkoutId)
    },

    async observe(checkoutId) {
      const invoice = await find(checkoutId)
      return invoice ? toObservation(invoice, await receivedOf(invoice)) : { kind: 'unknown' }
    },

    async refund({ reference, checkoutId, amountCents, currency, reason, confirmClaim }) {
      const mark = `(${reference})`
      const offers = (await get('/pull-payments', z.array(pullPaymentSchema))) ?? []
      const before = offers.find(({ archived, description }) => !archived && description?.includes(mark))
      if (before) return { refundId: before.id, claimUrl: before.viewLink }
      const invoice = await find(checkoutId)
      if (!invoice) throw new ProviderRefused('BTCPay Server does not know this payment.')
      const { methodId } = await receivedOf(invoice)
      const body = {
        description: `${reason} ${mark}`,
        ...(methodId !== null && { payoutMethodId: methodId }),
        refundVariant: 'Custom',
        customAmount: toDecimal(amountCents),
        customCurrency: currency.toUpperCase(),
      }
      await confirmClaim()
      const made = await post(`${pathOf(checkoutId)}/refund`, body, pullPaymentSchema)
      if (!made) throw new ProviderRefused('BTCPay Server does not know this payment.')
      return { refundId: made.id, claimUrl: made.viewLink }
    },

    async *listSince(since) {
      // The list filters by the time of creation, but money may arrive as long as the address is watched.
      const startDate = String(Math.floor((since - WATCH_MS - RATE_LOCK_MS) / 1000))
      for await (const invoice of list({ startDate })) {
        const untouched = isUntouched(invoice)
        if (untouched && invoice.createdTime * 1000 < since) continue
        yield aboutInvoice(invoice.id, invoice.metadata, !untouched && invoice.status !== 'Invalid')
      }
    },

    async readWebhook(rawBody, given) {
      const hex = /^sha256=([0-9a-f]{64})$/i.exec(given.get('btcpay-sig') ?? '')?.[1]
      if (!hex || !(await verifyHmacSha256(config.webhookSecret, rawBody, Uint8Array.fromHex(hex))))
        return null
      return readEvent(rawBody)
    },

    readStored: (rawBody) => {
      const event = readEvent(rawBody)
      if (!event) throw new Error('A stored BTCPay Server event cannot be read')
      return event
    },
  }
}

const toHostedCheckout = (invoice: Invoice): HostedCheckout => ({
  checkoutId: invoice.id,
  url: invoice.checkoutLink,
  expiresAt: invoice.expirationTime * 1000,
})

/** Anyone with our reference can create an invoice at a pay button, so the amount and currency must match too. */
const isFor = (invoice: Invoice, order: CheckoutOrder): boolean =>
  referenceOf(invoice.metadata) === order.reference &&
  fromDecimal(invoice.amount) === order.amountCents &&
  invoice.currency.toLowerCase() === order.currency

const isOver = (invoice: Invoice): boolean =>
  invoice.status === 'Invalid' || (invoice.status === 'Expired' && isUntouched(invoice))

const problemSchema = z.union([
  z.object({ message: z.string() }),
  z.tuple([z.object({ message: z.string() })]).rest(z.unknown()),
])

function reasonOf(answer: unknown): string | undefined {
  const { data } = problemSchema.safeParse(answer)
  return Array.isArray(data) ? data[0].message : data?.message
}

const minutes = (ms: number) => Math.max(1, Math.ceil(ms / MINUTE))

const invoiceBody = (order: CheckoutOrder) => ({
  amount: toDecimal(order.amountCents),
  currency: order.currency.toUpperCase(),
  metadata: {
    orderId: order.reference,
    payment_reference: order.reference,
    itemDesc: order.productName,
    buyerEmail: order.email,
  },
  checkout: {
    expirationMinutes: minutes(Math.min(RATE_LOCK_MS, order.expiresAt - Date.now())),
    monitoringMinutes: minutes(WATCH_MS),
    paymentTolerance: 0,
    redirectURL: order.successUrl,
    redirectAutomatically: true,
  },
})

const eventSchema = z.object({
  deliveryId: z.string(),
  originalDeliveryId: z.string().nullish(),
  type: z.string(),
  invoiceId: z.string().nullish(),
  metadata: invoiceSchema.shape.metadata,
  partiallyPaid: z.boolean().nullish(),
})
type Event = z.output<typeof eventSchema>

/** Events of money that arrived or was confirmed. */
const PAID = ['InvoiceReceivedPayment', 'InvoiceProcessing', 'InvoicePaymentSettled', 'InvoiceSettled']
const OVER = ['InvoiceExpired', 'InvoiceInvalid']

/** A redelivery has a new id and names the first delivery, whose id is the event's. */
function readEvent(rawBody: string): ProviderEvent | null {
  const event = eventOf(rawBody)
  if (!event) return null
  const { invoiceId, type, partiallyPaid, metadata } = event
  const base = { eventId: event.originalDeliveryId || event.deliveryId, type }
  if (!invoiceId || ![...PAID, ...OVER].includes(type))
    return checkedEvent({ ...base, about: { kind: 'nothing-we-act-on' } })
  const paid = PAID.includes(type) || partiallyPaid === true
  return checkedEvent({ ...base, about: aboutInvoice(invoiceId, metadata, paid) })
}

function eventOf(rawBody: string): Event | null {
  try {
    return eventSchema.parse(JSON.parse(rawBody))
  } catch {
    return null
  }
}
