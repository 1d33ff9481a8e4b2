import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import type Stripe from 'stripe'
import type { Box, BoxApp } from '../../box.ts'
import { formatInstant, formatMoney } from '../../pages/format.ts'
import { layout, type Markup, problemPage } from '../../pages/layout.ts'
import { renewSubscription, setCancelAtPeriodEnd, updateCard } from '../flows/subscriptions.ts'
import { find, idOf, listKind, load } from '../objects/store.ts'

const base = '/sandbox/stripe/portal/:id'

function entry(portal: string, subscription: Stripe.Subscription): Markup {
  const item = subscription.items.data[0]
  const ends = subscription.cancel_at_period_end
  const path = `/sandbox/stripe/portal/${portal}/subscriptions/${subscription.id}`
  return html`<li><span class="grow">${formatMoney(item?.price.unit_amount ?? null, subscription.currency)} per ${item?.plan.interval}
    <br><span class="soft small">${ends ? 'Ends' : 'Renews'} ${formatInstant((item?.current_period_end ?? 0) * 1000)} · card ${idOf(subscription.default_payment_method)?.slice(-4)}</span></span>
    <span class="tag">${subscription.status}</span>
    <form method="post" action="${path}/card"><button class="small">Update card</button></form>
    <form method="post" action="${path}">
      <input type="hidden" name="ends" value="${ends ? 'false' : 'true'}">
      <button class="small">${ends ? 'Resume' : 'Cancel at period end'}</button></form></li>`
}

function invoiceEntry(portal: string, invoice: Stripe.Invoice): Markup {
  const open = invoice.status === 'open'
  return html`<li><span class="grow">${formatMoney(invoice.total, invoice.currency)} · ${invoice.number}
    <br><span class="soft small">${formatInstant(invoice.created * 1000)}</span></span>
    <span class="tag ${open ? 'bad' : 'good'}">${invoice.status}</span>
    ${open ? html`<form method="post" action="/sandbox/stripe/portal/${portal}/invoices/${invoice.id}/pay"><button class="small">Pay</button></form>` : ''}</li>`
}

function portalPage(box: Box, session: Stripe.BillingPortal.Session): Markup {
  const isOwn = (one: { customer: string | { id: string } | null }) => idOf(one.customer) === session.customer
  const own = listKind(box, 'subscription').filter((one) => isOwn(one) && one.status !== 'canceled')
  const invoices = listKind(box, 'invoice').filter(isOwn)
  return layout({
    title: 'Billing',
    narrow: true,
    body: html`<h1>Billing</h1>
      <p class="soft">${find(box, 'customer', session.customer)?.email ?? session.customer}</p>
      ${own.length > 0 ? html`<ul class="list">${own.map((one) => entry(session.id, one))}</ul>` : html`<p class="soft">No subscription.</p>`}
      <h2>Invoices</h2>
      ${invoices.length > 0 ? html`<ul class="list">${invoices.map((one) => invoiceEntry(session.id, one))}</ul>` : html`<p class="soft">No invoice.</p>`}
      ${session.return_url ? html`<p><a href="${session.return_url}">Back to the shop</a></p>` : ''}`,
  })
}

const unknownPortal = problemPage('No such portal session', 'Open the portal from the shop again.')

/** A button for one subscription of the portal's customer. */
function button(
  which: (c: Context<BoxApp>) => Stripe.Subscription | null,
  act: (box: Box, subscription: Stripe.Subscription, form: Record<string, unknown>) => void,
) {
  return async (c: Context<BoxApp>) => {
    const form = await c.req.parseBody()
    const session = find(c.env, 'billing_portal.session', c.req.param('id') ?? '')
    if (!session) return c.html(unknownPortal, 404)
    const subscription = which(c)
    if (!subscription || idOf(subscription.customer) !== session.customer) return c.notFound()
    c.env.transact(() => act(c.env, subscription, form))
    await c.env.arm()
    return c.redirect(`/sandbox/stripe/portal/${session.id}`, 303)
  }
}

const named = (c: Context<BoxApp>) => load(c.env, 'subscription', c.req.param('subscription') ?? '')

/** The subscription whose latest invoice this is. */
const billedBy = (c: Context<BoxApp>) =>
  listKind(c.env, 'subscription').find((one) => idOf(one.latest_invoice) === c.req.param('invoice')) ?? null

/** The customer portal: subscriptions to cancel and resume, cards, invoices. */
export const portalRoutes = new Hono<BoxApp>()
  .get(base, (c) => {
    const session = find(c.env, 'billing_portal.session', c.req.param('id'))
    return session ? c.html(portalPage(c.env, session)) : c.html(unknownPortal, 404)
  })
  .post(
    `${base}/subscriptions/:subscription`,
    button(named, (box, subscription, form) => setCancelAtPeriodEnd(box, subscription, form.ends === 'true')),
  )
  .post(`${base}/subscriptions/:subscription/card`, button(named, updateCard))
  // For a subscription with an open invoice, `renewSubscription` pays that invoice.
  .post(`${base}/invoices/:invoice/pay`, button(billedBy, renewSubscription))
