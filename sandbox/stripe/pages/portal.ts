import { Hono } from 'hono'
import { html } from 'hono/html'
import type Stripe from 'stripe'
import type { BoxApp } from '../../box.ts'
import { formatInstant, formatMoney } from '../../pages/format.ts'
import { layout, type Markup, problemPage } from '../../pages/layout.ts'
import { setCancelAtPeriodEnd } from '../flows/subscriptions.ts'
import { find, idOf, listKind, load } from '../objects/store.ts'

const base = '/sandbox/stripe/portal/:id'

function entry(portal: string, subscription: Stripe.Subscription): Markup {
  const item = subscription.items.data[0]
  const ends = subscription.cancel_at_period_end
  return html`<li><span class="grow">${formatMoney(item?.price.unit_amount ?? null, subscription.currency)} per ${item?.plan.interval}
    <br><span class="soft small">${ends ? 'Ends' : 'Renews'} ${formatInstant((item?.current_period_end ?? 0) * 1000)}</span></span>
    <span class="tag">${subscription.status}</span>
    <form method="post" action="/sandbox/stripe/portal/${portal}/subscriptions/${subscription.id}">
      <input type="hidden" name="ends" value="${ends ? 'false' : 'true'}">
      <button class="small">${ends ? 'Resume' : 'Cancel at period end'}</button></form></li>`
}

/** The customer portal: subscriptions, cancel and resume. */
export const portalRoutes = new Hono<BoxApp>()
  .get(base, (c) => {
    const session = find(c.env, 'billing_portal.session', c.req.param('id'))
    if (!session)
      return c.html(problemPage('No such portal session', 'Open the portal from the shop again.'), 404)
    const own = listKind(c.env, 'subscription').filter(
      (subscription) =>
        idOf(subscription.customer) === session.customer && subscription.status !== 'canceled',
    )
    return c.html(
      layout({
        title: 'Billing',
        narrow: true,
        body: html`<h1>Billing</h1>
          <p class="soft">${find(c.env, 'customer', session.customer)?.email ?? session.customer}</p>
          ${own.length > 0 ? html`<ul class="list">${own.map((one) => entry(session.id, one))}</ul>` : html`<p class="soft">No subscription.</p>`}
          ${session.return_url ? html`<p><a href="${session.return_url}">Back to the shop</a></p>` : ''}`,
      }),
    )
  })
  .post(`${base}/subscriptions/:subscription`, async (c) => {
    const form = await c.req.parseBody()
    const session = find(c.env, 'billing_portal.session', c.req.param('id'))
    if (!session)
      return c.html(problemPage('No such portal session', 'Open the portal from the shop again.'), 404)
    const subscription = load(c.env, 'subscription', c.req.param('subscription'))
    if (idOf(subscription.customer) !== session.customer) return c.notFound()
    c.env.transact(() => setCancelAtPeriodEnd(c.env, subscription, form.ends === 'true'))
    await c.env.arm()
    return c.redirect(`/sandbox/stripe/portal/${session.id}`, 303)
  })
