import { z } from 'zod'
import { fromDecimal, toDecimal } from '#shared/core/money.ts'
import { DAY } from '#shared/core/time.ts'
import type { Observation } from '../features/payments/rules.ts'
import { providerCaller } from './call-provider.ts'
import { checkedEvent } from './checked-event.ts'
import { coinbaseTokens } from './coinbase-key.ts'
import { verifyHook0 } from './coinbase-signature.ts'
import type { CoinbaseConfig } from './crypto-config.ts'
import type {
  About,
  CheckoutOrder,
  HostedPurchase,
  PaymentProvider,
  ProviderEvent,
} from './payment-provider.ts'
import { ProviderRefused } from './payment-provider.ts'

const BASE = 'https://business.coinbase.com/api/v1'

const refundSchema = z.object({
  id: z.string(),
  amount: z.string(),
  status: z.string(),
  reason: z.string().nullish(),
})

const checkoutSchema = z.object({
  id: z.string(),
  url: z.string(),
  amount: z.string(),
  currency: z.string(),
  status: z.string(),
  expiresAt: z.string().nullish(),
  updatedAt: z.string(),
  metadata: z.record(z.string(), z.string()).nullish(),
  settlement: z.object({ totalAmount: z.string() }).nullish(),
  transactionHash: z.string().nullish(),
  refundedAmount: z.string().nullish(),
  refunds: z.array(refundSchema).nullish(),
})
type Checkout = z.output<typeof checkoutSchema>

const pageSchema = z.object({ checkouts: z.array(checkoutSchema), nextPageToken: z.string().nullish() })
const refundedSchema = z.object({ refund: refundSchema })
const eventSchema = checkoutSchema.extend({ eventType: z.string() })

/** Coinbase Business Checkouts: the buyer pays in USDC; `outside` is the fetch that reaches it. */
export function coinbaseProvider(config: CoinbaseConfig, outside: typeof fetch): PaymentProvider {
  const token = coinbaseTokens(config)
  const send = providerCaller('Coinbase', outside, reasonOf)

  async function call<Schema extends z.ZodType>(
    method: 'GET' | 'POST',
    path: string,
    schema: Schema,
    { body, key }: { body?: unknown; key?: string } = {},
  ) {
    const url = new URL(`${BASE}${path}`)
    const headers = {
      authorization: `Bearer ${await token(method, url)}`,
      ...(key !== undefined && { 'x-idempotency-key': key }),
    }
    return send({ method, url: url.href, headers, body }, schema)
  }

  const find = (id: string) => call('GET', `/checkouts/${encodeURIComponent(id)}`, checkoutSchema)

  async function* list(query: [string, string][]): AsyncGenerator<Checkout> {
    let pageToken: string | null | undefined
    do {
      const search = new URLSearchParams([...query, ['pageSize', '100']])
      if (pageToken) search.set('pageToken', pageToken)
      const page = await call('GET', `/checkouts?${search}`, pageSchema)
      yield* page?.checkouts ?? []
      pageToken = page?.nextPageToken
    } while (pageToken)
  }

  return {
    name: 'coinbase',

    async createCheckout(order) {
      const made = await call('POST', '/checkouts', checkoutSchema, {
        body: checkoutBody(order),
        key: order.reference,
      })
      if (!made) throw new ProviderRefused('Coinbase has no checkouts for this account.')
      return {
        checkoutId: made.id,
        url: made.url,
        expiresAt: made.expiresAt ? Date.parse(made.expiresAt) : null,
      }
    },

    async expireCheckout(checkoutId) {
      try {
        await call('POST', `/checkouts/${encodeURIComponent(checkoutId)}/deactivate`, z.unknown())
      } catch (error) {
        // Only an active checkout can be deactivated: any other is closed or being paid.
        if (!(error instanceof ProviderRefused)) throw error
      }
    },

    async observe(checkoutId) {
      const checkout = await find(checkoutId)
      return checkout ? toObservation(checkout) : { kind: 'unknown' }
    },

    async refund({ reference, checkoutId, amountCents, reason, confirmClaim }) {
      const checkout = await find(checkoutId)
      if (!checkout) throw new ProviderRefused('Coinbase does not know this payment.')
      // Refunds take no idempotency key: an earlier request is found by our reference in its reason.
      const mark = markOf(reference)
      const before = checkout.refunds?.find(
        (refund) => refund.status !== 'FAILED' && refund.reason?.includes(mark),
      )
      if (before) return { refundId: before.id, claimUrl: null }
      const body = {
        amount: toDecimal(amountCents),
        currency: checkout.currency,
        reason: `${reason.slice(0, 400)} ${mark}`,
      }
      const path = `/checkouts/${encodeURIComponent(checkoutId)}/refund`
      await confirmClaim()
      const made = await call('POST', path, refundedSchema, { body })
      if (!made) throw new ProviderRefused('Coinbase does not know this payment.')
      return { refundId: made.refund.id, claimUrl: null }
    },

    async *listSince(since) {
      // The list filters by the time of creation, not of payment. A checkout stays open for a day.
      for await (const checkout of list([['startTime', iso(since - DAY)]])) yield aboutCheckout(checkout)
      const returned: [string, string][] = [
        ['status', 'REFUNDED'],
        ['status', 'PARTIALLY_REFUNDED'],
        ['startTime', iso(since - LONGEST_REFUND_MS)],
      ]
      for await (const checkout of list(returned)) {
        if (Date.parse(checkout.updatedAt) >= since) yield aboutCheckout(checkout)
      }
    },

    async readWebhook(rawBody, headers) {
      const proven = await verifyHook0(config.webhookSecret, rawBody, headers, Date.now())
      return proven && readEvent(rawBody, proven('x-event-id'))
    },

    readStored: (rawBody) => {
      const event = readEvent(rawBody, null)
      if (!event) throw new Error('A stored Coinbase event cannot be read')
      return event
    },
  }
}

const iso = (instant: number) => new Date(instant).toISOString()

/** The maximum age of a checkout that is still refunded. */
const LONGEST_REFUND_MS = 180 * DAY

const errorSchema = z.object({ errorMessage: z.string() })
const reasonOf = (answer: unknown) => errorSchema.safeParse(answer).data?.errorMessage

const checkoutBody = (order: CheckoutOrder) => ({
  amount: toDecimal(order.amountCents),
  currency: 'USDC',
  network: 'base',
  description: order.productName.slice(0, 500),
  metadata: { payment_reference: order.reference },
  successRedirectUrl: order.successUrl,
  failRedirectUrl: order.cancelUrl,
  expiresAt: iso(order.expiresAt),
})

function toObservation(checkout: Checkout): Observation {
  switch (checkout.status) {
    case 'ACTIVE':
      return { kind: 'open' }
    case 'FAILED':
      return { kind: 'failed' }
    case 'EXPIRED':
    case 'DEACTIVATED':
      return { kind: 'expired' }
    case 'COMPLETED':
    case 'REFUNDED':
    case 'PARTIALLY_REFUNDED':
      return toPaid(checkout)
    default:
      // PROCESSING, and any new status: neither paid nor closed.
      return { kind: 'processing' }
  }
}

function toPaid(checkout: Checkout): Observation {
  const amountCents = fromDecimal(checkout.amount)
  return {
    kind: 'paid',
    amountCents,
    // Prices are charged as the same number of USDC. One USDC is redeemed for one US dollar, so they are compared 1:1.
    currency: checkout.currency === 'USDC' ? 'usd' : checkout.currency.toLowerCase(),
    transactionId: checkout.transactionHash ?? null,
    intentId: checkout.id,
    email: checkout.metadata?.email ?? null,
    subscription: null,
    period: null,
    receivedCents: checkout.settlement ? fromDecimal(checkout.settlement.totalAmount) : amountCents,
    refundedCents: refundedCentsOf(checkout, amountCents),
    ...(checkout.refunds && { refundsByReference: refundsByReference(checkout.refunds) }),
    pendingOutsideCents: pendingOutsideCents(checkout.refunds ?? []),
    failedRefundIds: (checkout.refunds ?? []).flatMap(({ id, status }) => (status === 'FAILED' ? [id] : [])),
    disputed: 'no',
  }
}

/** The end of a refund's reason: refunds have no field for our reference. */
const markOf = (reference: string) => `(${reference})`
const MARK = /\(([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\)$/

/** Amounts by reference, of the completed refunds with our mark. */
function refundsByReference(refunds: NonNullable<Checkout['refunds']>): Record<string, number> {
  const ours = refunds.flatMap(({ status, reason, amount }) => {
    const [, reference] = MARK.exec(reason ?? '') ?? []
    return status === 'COMPLETED' && reference ? [[reference, fromDecimal(amount)]] : []
  })
  return Object.fromEntries(ours)
}

const pendingOutsideCents = (refunds: NonNullable<Checkout['refunds']>): number =>
  refunds
    .filter(({ status, reason }) => status !== 'COMPLETED' && status !== 'FAILED' && !MARK.test(reason ?? ''))
    .reduce((sum, { amount }) => sum + fromDecimal(amount), 0)

/** A refund counts once it is completed: until then it can fail. */
function refundedCentsOf({ status, refunds, refundedAmount }: Checkout, amountCents: number): number {
  if (status === 'REFUNDED') return amountCents
  if (refunds) {
    const arrived = refunds.filter((refund) => refund.status === 'COMPLETED')
    return arrived.reduce((sum, { amount }) => sum + fromDecimal(amount), 0)
  }
  return refundedAmount ? fromDecimal(refundedAmount) : 0
}

/** Null where the body is no Coinbase event. Without `eventId`, checkout, type and time identify the event. */
function readEvent(rawBody: string, eventId: string | null): ProviderEvent | null {
  const { success, data } = eventSchema.safeParse(parsed(rawBody))
  if (!success) return null
  return checkedEvent({
    eventId: eventId ?? `${data.id}:${data.eventType}:${data.updatedAt}`,
    type: data.eventType,
    about: data.eventType.startsWith('checkout.') ? aboutCheckout(data) : { kind: 'nothing-we-act-on' },
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const aboutCheckout = (checkout: Checkout): About => ({
  kind: 'checkout',
  checkoutId: checkout.id,
  reference: checkout.metadata?.payment_reference ?? null,
  hosted: toHostedPurchase(checkout),
})

/** Statuses of checkouts that were paid and not refunded in full. */
const HOLDS_MONEY = ['COMPLETED', 'PARTIALLY_REFUNDED']

/** Only our key creates checkouts: no buyer can write their metadata. The shop's own have a reference, no product. */
function toHostedPurchase({ metadata, status }: Checkout): HostedPurchase | null {
  const productId = metadata?.product_id ?? ''
  const own = metadata?.payment_reference !== undefined
  if (own || !HOLDS_MONEY.includes(status) || !/^\d{1,9}$/.test(productId)) return null
  return { productId: Number(productId), email: metadata?.email ?? null }
}
