import { html } from 'hono/html'
import type { Box } from '../../box.ts'
import { formatInstant, formatMoney } from '../../pages/format.ts'
import type { Markup } from '../../pages/layout.ts'
import { leftOf } from '../flows/refunds.ts'
import type { SessionPlan } from '../objects/session.ts'
import { backstageOf, find, idOf, listKind } from '../objects/store.ts'

const nothing = (what: string) => html`<p class="soft">No ${what} yet.</p>`

function action(path: string, label: string, fields: Record<string, string> = {}): Markup {
  return html`<form method="post" action="${path}">
    ${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
    <button class="small">${label}</button></form>`
}

/** Recent sessions, each with a link to its hosted page. */
export function sessionList(box: Box, limit: number): Markup {
  const sessions = listKind(box, 'checkout.session', limit)
  if (sessions.length === 0) return nothing('sessions')
  return html`<ul class="list">${sessions.map(
    (
      session,
    ) => html`<li><span class="grow"><a href="/sandbox/stripe/checkout/${session.id}">${backstageOf<SessionPlan>(
      box,
      session.id,
    )
      .lineItems.map((line) => line.description)
      .join(
        ', ',
      )}</a><br><span class="soft small">${session.customer_details?.email ?? 'no email yet'}</span></span>
      <span>${formatMoney(session.amount_total, session.currency)}</span>
      <span class="tag ${session.payment_status === 'paid' ? 'good' : ''}">${session.status} · ${session.payment_status}</span></li>`,
  )}</ul>`
}

/** Recent subscriptions with the possible actions. */
export function subscriptionList(box: Box, limit: number): Markup {
  const subscriptions = listKind(box, 'subscription', limit)
  if (subscriptions.length === 0) return nothing('subscriptions')
  return html`<ul class="list">${subscriptions.map((subscription) => {
    const path = `/sandbox/stripe/subscriptions/${subscription.id}`
    const end = subscription.items.data[0]?.current_period_end ?? 0
    return html`<li><span class="grow"><code>${subscription.id}</code><br><span class="soft small">
      ${find(box, 'customer', idOf(subscription.customer) ?? '')?.email} · period ends ${formatInstant(end * 1000)}</span></span>
      <span class="tag">${subscription.status}${subscription.cancel_at_period_end ? ' · ends' : ''}</span>
      ${subscription.status === 'canceled' ? '' : html`<span class="actions">${subscription.status === 'trialing' ? html`${action(`${path}/announce-trial-end`, 'Announce the end of the trial')}${action(`${path}/end-trial`, 'End the trial')}` : action(`${path}/renew`, subscription.cancel_at_period_end ? 'End the period' : 'Renew')}${action(`${path}/fail`, 'Fail renewal')}${subscription.status === 'past_due' ? action(`${path}/give-up`, 'Give up collecting') : ''}${action(`${path}/cancel`, 'Cancel now')}</span>`}</li>`
  })}</ul>`
}

/** Recent charges with buttons for refund and dispute. */
export function paymentList(box: Box, limit: number): Markup {
  const charges = listKind(box, 'charge', limit)
  if (charges.length === 0) return nothing('payments')
  const disputes = listKind(box, 'dispute')
  const refunds = listKind(box, 'refund').filter(({ status }) => status === 'succeeded')
  return html`<ul class="list">${charges.map((charge) => {
    const open = disputes.find((one) => one.charge === charge.id && one.status === 'needs_response')
    const left = leftOf(box, charge)
    const given = refunds.find((one) => one.charge === charge.id)
    const state = charge.disputed
      ? 'disputed'
      : left === 0
        ? 'refunded'
        : left < charge.amount
          ? 'partly refunded'
          : 'paid'
    return html`<li><span class="grow">${formatMoney(charge.amount, charge.currency)} · ${charge.receipt_email}<br><code class="soft">${idOf(charge.payment_intent)}</code></span>
      <span class="tag">${state}</span><span class="actions">
      ${left === 0 || charge.disputed ? '' : action('/sandbox/stripe/refunds', 'Refund', { charge: charge.id })}
      ${given ? action(`/sandbox/stripe/refunds/${given.id}/fail`, 'Refund fails') : ''}
      ${charge.disputed ? '' : html`${action('/sandbox/stripe/disputes', 'Dispute', { charge: charge.id })}${action('/sandbox/stripe/fraud-warnings', 'Fraud warning', { charge: charge.id })}`}
      ${open ? html`${action(`/sandbox/stripe/disputes/${open.id}/won`, 'Won')}${action(`/sandbox/stripe/disputes/${open.id}/lost`, 'Lost')}` : ''}</span></li>`
  })}</ul>`
}
