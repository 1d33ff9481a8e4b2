import { html } from 'hono/html'
import type { Box } from '../box.ts'
import { listAll } from '../crypto/objects.ts'
import { formatInstant } from '../pages/format.ts'
import { layout, type Markup } from '../pages/layout.ts'
import type { Checkout } from './checkout.ts'

export const pathOf = ({ id }: Checkout) => `/sandbox/coinbase/checkout/${id}`

/** The hosted page in each of its states. */
export const checkoutPage = (checkout: Checkout): Markup =>
  layout({ title: 'Pay with crypto', narrow: true, body: bodyOf(checkout) })

const summary = (checkout: Checkout) => html`
  <p class="soft">Pay for</p>
  <h1>${checkout.description ?? 'Your order'}</h1>
  <p class="price">${checkout.amount} ${checkout.currency}</p>
  <p class="soft small">On the network ${checkout.network}, until ${formatInstant(Date.parse(checkout.expiresAt))}</p>`

function bodyOf(checkout: Checkout): Markup {
  switch (checkout.status) {
    case 'ACTIVE':
      return openBody(checkout)
    case 'PROCESSING':
      return html`${summary(checkout)}
        <p class="notice">Your payment was sent. The network has not confirmed it yet.</p>
        <form class="card stack" method="post" action="${pathOf(checkout)}/confirm">
          <button class="primary full">The network confirms it</button>
          <button class="full" formaction="${pathOf(checkout)}/decline">The payment fails</button></form>`
    case 'EXPIRED':
    case 'DEACTIVATED':
    case 'FAILED':
      return html`<h1>This payment is ${checkout.status === 'FAILED' ? 'declined' : 'closed'}</h1>
        <p class="soft">Nothing was taken. Start again in the shop to pay.</p>${back(checkout.failRedirectUrl)}`
    default:
      return html`${summary(checkout)}<p class="notice">${
        checkout.status === 'COMPLETED'
          ? 'This payment is complete.'
          : `Refunded: ${checkout.refundedAmount} ${checkout.currency}.`
      }</p>${back(checkout.successRedirectUrl)}`
  }
}

const openBody = (checkout: Checkout) => html`${summary(checkout)}
  <form class="card stack" method="post" action="${pathOf(checkout)}/pay">
    <button class="primary full">Pay ${checkout.amount} ${checkout.currency}</button>
    <button class="full" formaction="${pathOf(checkout)}/decline">Decline (Fail)</button>
    <button class="full" formaction="${pathOf(checkout)}/cancel">Cancel and go back</button>
    <details class="small soft"><summary>More that can happen</summary>
      <p>The network may take its time, or the buyer theirs.</p>
      <div class="stack"><button class="full" formaction="${pathOf(checkout)}/send">Pay, confirmed later</button>
      <button class="full" formaction="${pathOf(checkout)}/expire">Let it expire</button></div></details>
  </form>`

const back = (url: string | undefined) => (url ? html`<p><a href="${url}">Back to the shop</a></p>` : '')

const paid = (status: Checkout['status']) => status === 'COMPLETED' || status === 'PARTIALLY_REFUNDED'

/** Recent checkouts with links to their hosted pages, and the actions on a paid checkout. */
export function checkoutList(box: Box, limit: number): Markup {
  const checkouts = listAll(box, 'coinbase.checkout', limit)
  if (checkouts.length === 0) return html`<p class="soft">No Coinbase checkouts yet.</p>`
  return html`<ul class="list">${checkouts.map(
    (
      checkout,
    ) => html`<li><span class="grow"><a href="${pathOf(checkout)}">${checkout.description ?? 'Checkout'}</a><br>
      <code class="soft">${checkout.id}</code></span><span>${checkout.amount} ${checkout.currency}</span>
      <span class="tag ${paid(checkout.status) ? 'good' : ''}">${checkout.status}</span>
      ${paid(checkout.status) ? html`<form method="post" action="${pathOf(checkout)}/refund"><button class="small">Refund</button></form>` : ''}
      ${(checkout.refunds ?? [])
        .filter(({ status }) => status === 'COMPLETED')
        .map(
          (refund) => html`<form method="post" action="${pathOf(checkout)}/refunds/${refund.id}/fail">
            <button class="small">Refund of ${refund.amount} fails</button></form>`,
        )}</li>`,
  )}</ul>`
}
