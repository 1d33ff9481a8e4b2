import type { Box } from '../box.ts'
import { keep, lookUp } from '../crypto/objects.ts'
import { takeTamper } from '../faults/store.ts'
import { recordEvent } from '../webhooks/events.ts'
import { BtcpayApiError } from './errors.ts'
import { centsOf, type Invoice, type Payment, receivedCents, toCoin } from './invoice.ts'

const store = (box: Box, invoice: Invoice, patch: Partial<Invoice>): Invoice =>
  keep(box, 'btcpay.invoice', { ...invoice, ...patch })

/** Notifies the shop of an event without details; the shop then fetches the invoice's state. */
export function emit(box: Box, type: string, invoice: Invoice, more: object = {}): void {
  const deliveryId = crypto.randomUUID()
  const payload = {
    deliveryId,
    webhookId: 'sandbox',
    originalDeliveryId: deliveryId,
    isRedelivery: false,
    type,
    timestamp: Math.floor(Date.now() / 1000),
    storeId: invoice.storeId,
    invoiceId: invoice.id,
    metadata: invoice.metadata,
    ...more,
  }
  recordEvent(box, { id: deliveryId, provider: 'btcpay', type, payload: JSON.stringify(payload) })
}

const isPaid = (invoice: Invoice) => receivedCents(invoice) >= centsOf(invoice.amount)
const isOver = (invoice: Invoice) => receivedCents(invoice) > centsOf(invoice.amount)

/** Money arrives at the invoice's address, even after expiry; `confirmed`: the network has enough confirmations. */
export function receive(box: Box, invoice: Invoice, cents: number, confirmed: boolean): Invoice {
  const payment: Payment = {
    id: `${crypto.randomUUID().replaceAll('-', '')}-0`,
    receivedDate: Math.floor(Date.now() / 1000),
    value: toCoin(cents),
    fee: '0',
    status: 'Processing',
    destination: invoice.address,
  }
  const received = { ...invoice, payments: [...invoice.payments, payment] }
  const noticed = store(box, received, { ...stateAfter(received) })
  const details = { afterExpiration: invoice.status === 'Expired', paymentMethodId: 'BTC-CHAIN', payment }
  emit(box, 'InvoiceReceivedPayment', noticed, details)
  if (noticed.status === 'Processing' && invoice.status === 'New') {
    emit(box, 'InvoiceProcessing', noticed, { overPaid: isOver(noticed) })
  }
  return confirmed ? confirm(box, noticed) : noticed
}

function stateAfter(invoice: Invoice): Partial<Invoice> {
  if (invoice.status === 'New') {
    if (!isPaid(invoice)) return { additionalStatus: 'PaidPartial' }
    return { status: 'Processing', additionalStatus: isOver(invoice) ? 'PaidOver' : 'None' }
  }
  if (invoice.status === 'Expired') return { additionalStatus: isPaid(invoice) ? 'PaidLate' : 'PaidPartial' }
  return {}
}

/** The network confirms all payments of the invoice. */
export function confirm(box: Box, invoice: Invoice): Invoice {
  const open = invoice.payments.filter(({ status }) => status === 'Processing')
  const payments = invoice.payments.map((one) =>
    one.status === 'Processing' ? { ...one, status: 'Settled' as const } : one,
  )
  const settles = invoice.status === 'Processing'
  const tamper = settles ? takeTamper(box) : {}
  const settled = store(box, invoice, {
    payments,
    ...(settles && { status: 'Settled' as const }),
    ...(tamper.amount !== undefined && { amount: (tamper.amount / 100).toFixed(2) }),
    ...(tamper.currency !== undefined && { currency: tamper.currency.toUpperCase() }),
  })
  const afterExpiration = invoice.status === 'Expired'
  for (const payment of open) {
    const details = {
      afterExpiration,
      paymentMethodId: 'BTC-CHAIN',
      payment: { ...payment, status: 'Settled' },
    }
    emit(box, 'InvoicePaymentSettled', settled, details)
  }
  if (settles) emit(box, 'InvoiceSettled', settled, { manuallyMarked: false, overPaid: isOver(settled) })
  return settled
}

/** The payments are never confirmed, because the money was spent twice. */
export function loseConfirmation(box: Box, invoice: Invoice): Invoice {
  const payments = invoice.payments.map((one) => ({ ...one, status: 'Invalid' as const }))
  const lost = store(box, invoice, { payments, status: 'Invalid', additionalStatus: 'None' })
  emit(box, 'InvoiceInvalid', lost, { manuallyMarked: false })
  return lost
}

/** Marks an invoice, as the shop or the store's owner can. */
export function mark(box: Box, invoice: Invoice, status: 'Invalid' | 'Settled'): Invoice {
  if (invoice.status === status || (status === 'Invalid' && invoice.status === 'Settled')) {
    const message = 'Status can only be marked to invalid or settled within certain conditions.'
    throw new BtcpayApiError(422, 'status', message)
  }
  const marked = store(box, invoice, { status, additionalStatus: 'Marked' })
  const more = status === 'Settled' ? { overPaid: false } : {}
  emit(box, `Invoice${status}`, marked, { manuallyMarked: true, ...more })
  return marked
}

/** Expires the invoice. BTCPay still watches the address. */
export function expireInvoice(box: Box, invoice: Invoice): Invoice {
  const expired = store(box, invoice, {
    status: 'Expired',
    expirationTime: Math.min(invoice.expirationTime, Math.floor(Date.now() / 1000)),
  })
  emit(box, 'InvoiceExpired', expired, { partiallyPaid: receivedCents(expired) > 0 })
  return expired
}

const open = "kind = 'btcpay.invoice' AND json_extract(body, '$.status') = 'New'"

/** Expires the open invoices whose time has passed. `now` in milliseconds. */
export function expireDueInvoices(box: Box, now: number): void {
  const sql = `SELECT id FROM crypto_objects WHERE ${open} AND json_extract(body, '$.expirationTime') * 1000 <= ?`
  const due = box.sql.exec<{ id: string }>(sql, now).toArray()
  box.transact(() => {
    for (const { id } of due) {
      const invoice = lookUp(box, 'btcpay.invoice', id)
      if (invoice) expireInvoice(box, invoice)
    }
  })
}

/** When the next open invoice expires, in epoch milliseconds. */
export function nextInvoiceExpiry(box: Box): number | null {
  const sql = `SELECT min(json_extract(body, '$.expirationTime')) * 1000 AS at FROM crypto_objects WHERE ${open}`
  return box.sql.exec<{ at: number | null }>(sql).one().at
}
