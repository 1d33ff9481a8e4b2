import { html } from 'hono/html'
import type { Box } from '../box.ts'
import { listAll } from '../crypto/objects.ts'
import { formatInstant, formatMoney } from '../pages/format.ts'
import { layout, type Markup } from '../pages/layout.ts'
import { centsOf, type Invoice, receivedCents, toCoin } from './invoice.ts'
import { type PullPayment, refundsOf } from './pull-payment.ts'

export const invoicePath = ({ id }: Invoice) => `/sandbox/btcpay/checkout/${id}`
export const pullPath = ({ id }: PullPayment) => `/sandbox/btcpay/pull-payments/${id}`

const leftCents = (invoice: Invoice) => centsOf(invoice.amount) - receivedCents(invoice)
const usd = (cents: number) => formatMoney(cents, 'usd')

/** The hosted page in each of its states. */
export const invoicePage = (box: Box, invoice: Invoice): Markup =>
  layout({
    title: 'Pay with crypto',
    narrow: true,
    body: html`
      <p class="soft">Pay for</p>
      <h1>${String(invoice.metadata.itemDesc ?? 'Your order')}</h1>
      <p class="price">${usd(centsOf(invoice.amount))}</p>
      <p class="soft small">${toCoin(Math.max(leftCents(invoice), 0))} BTC left to pay, to <code>${invoice.address}</code>,
        until ${formatInstant(invoice.expirationTime * 1000)}</p>
      ${stateOf(invoice)}${actionsOf(invoice)}${refundsOf(box, invoice.id).map(pullLine)}
      ${invoice.checkout.redirectURL ? html`<p><a href="${invoice.checkout.redirectURL}">Back to the shop</a></p>` : ''}`,
  })

function stateOf(invoice: Invoice): Markup {
  const received = receivedCents(invoice)
  const amount = received > 0 ? html` Received: ${usd(received)}.` : ''
  if (invoice.status === 'New')
    return amount ? html`<p class="notice">${amount} That is not all of it.</p>` : html``
  const labels: Record<Exclude<Invoice['status'], 'New'>, string> = {
    Processing: 'The payment was sent. The network has not confirmed it yet.',
    Settled: 'This invoice is paid.',
    Expired: 'This invoice has expired. Whatever is sent now comes late.',
    Invalid: 'This invoice is closed.',
  }
  return html`<p class="notice">${labels[invoice.status]}${amount}</p>`
}

function actionsOf(invoice: Invoice): Markup {
  const path = invoicePath(invoice)
  const left = leftCents(invoice)
  if (invoice.status === 'Processing') {
    return html`<form class="card stack" method="post" action="${path}/confirm">
      <button class="primary full">The network confirms it</button>
      <button class="full" formaction="${path}/lose">It is never confirmed</button></form>`
  }
  if (invoice.status === 'Settled' || left <= 0) return html``
  const isOpen = invoice.status === 'New'
  return html`<form class="card stack" method="post" action="${path}/pay">
      <button class="primary full">${isOpen ? `Pay ${usd(left)} in full` : `Pay ${usd(left)} late`}</button>
      <button class="full" name="amount" value="${((left + 500) / 100).toFixed(2)}">Pay too much (${usd(left + 500)})</button>
      ${isOpen ? html`<button class="full" name="unconfirmed" value="1">Pay in full, confirmed later</button>` : ''}</form>
    <form class="card stack" method="post" action="${path}/pay">
      <label>Amount in US dollars
        <input type="number" name="amount" min="0.01" step="0.01" required value="${(Math.max(left - 500, 1) / 100).toFixed(2)}"></label>
      <button class="full">Pay this amount, too little or too much</button></form>
    ${isOpen ? html`<form method="post" action="${path}/expire"><button class="full">Let it expire</button></form>` : ''}`
}

const pullLine = (pull: PullPayment) =>
  html`<p class="notice">Refund of ${pull.amount} ${pull.currency}: <a href="${pullPath(pull)}">claim it</a></p>`

/** The page where the receiver of a refund names a wallet. */
export const pullPaymentPage = (pull: PullPayment): Markup =>
  layout({
    title: 'Refund',
    narrow: true,
    body: html`<p class="soft">${pull.name}</p><h1>Claim your refund</h1>
      <p class="price">${pull.amount} ${pull.currency}</p><p class="soft small">${pull.description}</p>
      ${
        pull.claimedBy === null
          ? html`<form class="card stack" method="post" action="${pullPath(pull)}/claim">
        <label>Your wallet's address<input name="address" required minlength="5" autocomplete="off"></label>
        <button class="primary full">Claim</button></form>`
          : html`<p class="notice">Claimed. It is sent to <code>${pull.claimedBy}</code>.</p>`
      }`,
  })

/** Recent invoices, each with a link to its hosted page. */
export function invoiceList(box: Box, limit: number): Markup {
  const invoices = listAll(box, 'btcpay.invoice', limit)
  if (invoices.length === 0) return html`<p class="soft">No BTCPay invoices yet.</p>`
  return html`<ul class="list">${invoices.map(
    (
      invoice,
    ) => html`<li><span class="grow"><a href="${invoicePath(invoice)}">${String(invoice.metadata.itemDesc ?? 'Invoice')}</a><br>
      <code class="soft">${invoice.id}</code></span><span>${usd(centsOf(invoice.amount))}</span>
      <span class="tag ${invoice.status === 'Settled' ? 'good' : ''}">${invoice.status}${
        invoice.additionalStatus === 'None' ? '' : ` · ${invoice.additionalStatus}`
      }</span></li>`,
  )}</ul>`
}
