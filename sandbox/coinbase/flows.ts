import type { Box } from '../box.ts'
import { keep, lookUp } from '../crypto/objects.ts'
import { takeTamper } from '../faults/store.ts'
import { recordEvent } from '../webhooks/events.ts'
import { type Checkout, type CheckoutStatus, type Refund, randomHex } from './checkout.ts'
import { CoinbaseApiError } from './errors.ts'

type EventType =
  | 'checkout.payment.success'
  | 'checkout.payment.failed'
  | 'checkout.payment.expired'
  | 'checkout.refund.success'
  | 'checkout.refund.failed'

const cents = (amount: string) => Math.round(Number(amount) * 100)
const decimal = (amount: number) => (amount / 100).toFixed(2)

/** Stores the change. If the change has an event, sends the updated checkout to the shop. */
function change(
  box: Box,
  checkout: Checkout,
  patch: Partial<Checkout>,
  eventType: EventType | null,
): Checkout {
  const changed = keep(box, 'coinbase.checkout', {
    ...checkout,
    ...patch,
    updatedAt: new Date().toISOString(),
  })
  if (eventType !== null) {
    const payload = JSON.stringify({ ...changed, eventType })
    recordEvent(box, { id: crypto.randomUUID(), provider: 'coinbase', type: eventType, payload })
  }
  return changed
}

/** The buyer has sent the money; the network has not confirmed it. */
export const sendMoney = (box: Box, checkout: Checkout): Checkout =>
  change(box, checkout, { status: 'PROCESSING' }, null)

/** The money has arrived: completes the checkout. */
export function completeCheckout(box: Box, checkout: Checkout): Checkout {
  const tamper = takeTamper(box)
  const amount = tamper.amount === undefined ? checkout.amount : decimal(tamper.amount)
  const currency = tamper.currency?.toUpperCase() ?? checkout.currency
  const fee = Math.round(cents(amount) / 100)
  const settlement = {
    totalAmount: amount,
    feeAmount: decimal(fee),
    netAmount: decimal(cents(amount) - fee),
    currency,
  }
  const transactionHash = `0x${randomHex(32)}`
  const patch: Partial<Checkout> = { status: 'COMPLETED', amount, currency, settlement, transactionHash }
  return change(box, checkout, patch, 'checkout.payment.success')
}

export const failCheckout = (box: Box, checkout: Checkout): Checkout =>
  change(box, checkout, { status: 'FAILED' }, 'checkout.payment.failed')

export const expireCheckout = (box: Box, checkout: Checkout): Checkout =>
  change(box, checkout, { status: 'EXPIRED' }, 'checkout.payment.expired')

/** The shop closes the checkout; no event is sent. */
export function deactivateCheckout(box: Box, checkout: Checkout): Checkout {
  if (checkout.status !== 'ACTIVE') throw new CoinbaseApiError(400, `Checkout is ${checkout.status}`)
  return change(box, checkout, { status: 'DEACTIVATED' }, null)
}

/** Refunds to the paying wallet: `amount`, or all that is left. */
export function refundCheckout(
  box: Box,
  checkout: Checkout,
  { amount, reason }: { amount?: string | undefined; reason?: string | undefined },
): { checkout: Checkout; refund: Refund } {
  if (checkout.status !== 'COMPLETED' && checkout.status !== 'PARTIALLY_REFUNDED') {
    throw new CoinbaseApiError(400, `Checkout is ${checkout.status} and cannot be refunded`)
  }
  const left = cents(checkout.amount) - returnedCents(checkout.refunds)
  const wanted = amount === undefined ? left : cents(amount)
  if (wanted <= 0 || wanted > left) {
    throw new CoinbaseApiError(400, 'The refund amount exceeds the remaining refundable balance')
  }
  const refund: Refund = {
    id: crypto.randomUUID(),
    checkoutId: checkout.id,
    amount: decimal(wanted),
    currency: checkout.currency,
    status: 'COMPLETED',
    completedAt: new Date().toISOString(),
    ...(reason !== undefined && { reason }),
  }
  const refunds = [...(checkout.refunds ?? []), refund]
  return { refund, checkout: change(box, checkout, stateAfter(checkout, refunds), 'checkout.refund.success') }
}

/** The refund fails: the shop has the money again. */
export function failRefund(box: Box, checkout: Checkout, refundId: string): Checkout {
  const refunds = (checkout.refunds ?? []).map((refund) =>
    refund.id === refundId ? { ...refund, status: 'FAILED' as const } : refund,
  )
  return change(box, checkout, stateAfter(checkout, refunds), 'checkout.refund.failed')
}

const returnedCents = (refunds: Refund[] = []) =>
  refunds.filter(({ status }) => status === 'COMPLETED').reduce((sum, { amount }) => sum + cents(amount), 0)

function stateAfter(checkout: Checkout, refunds: Refund[]): Partial<Checkout> {
  const returned = returnedCents(refunds)
  const status: CheckoutStatus =
    returned === 0 ? 'COMPLETED' : returned === cents(checkout.amount) ? 'REFUNDED' : 'PARTIALLY_REFUNDED'
  return { refunds, refundedAmount: decimal(returned), status }
}

const open = "kind = 'coinbase.checkout' AND json_extract(body, '$.status') = 'ACTIVE'"

/** Closes the open checkouts whose time has passed. `now` in milliseconds. */
export function expireDueCheckouts(box: Box, now: number): void {
  const sql = `SELECT id FROM crypto_objects WHERE ${open} AND json_extract(body, '$.expiresAt') <= ?`
  const due = box.sql.exec<{ id: string }>(sql, new Date(now).toISOString()).toArray()
  box.transact(() => {
    for (const { id } of due) {
      const checkout = lookUp(box, 'coinbase.checkout', id)
      if (checkout) expireCheckout(box, checkout)
    }
  })
}

/** When the next open checkout expires, in epoch milliseconds. */
export function nextCheckoutExpiry(box: Box): number | null {
  const sql = `SELECT min(json_extract(body, '$.expiresAt')) AS at FROM crypto_objects WHERE ${open}`
  const { at } = box.sql.exec<{ at: string | null }>(sql).one()
  return at === null ? null : Date.parse(at)
}
