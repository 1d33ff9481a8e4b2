import { Hono } from 'hono'
import { html } from 'hono/html'
import type { Box, BoxApp } from '../box.ts'
import { invoiceList } from '../btcpay/page.ts'
import { checkoutList } from '../coinbase/page.ts'
import { mailList } from '../mail/pages.ts'
import { listMails } from '../mail/store.ts'
import { payLinks } from '../stripe/objects/pay-links.ts'
import { eventList } from '../stripe/pages/events.ts'
import { paymentList, sessionList, subscriptionList } from '../stripe/pages/lists.ts'
import { listEvents } from '../webhooks/events.ts'
import { layout, type Markup } from './layout.ts'

const recent = 10

function homePage(box: Box): Markup {
  return layout({
    title: 'Home',
    body: html`<h1>Sandbox</h1>
      <p class="soft">Plays Stripe, Coinbase, BTCPay Server and the mail provider, so that the shop runs with no account anywhere.</p>
      <ul class="list">
        <li><span class="grow"><a href="/sandbox/mail">Mail</a><br><span class="soft small">every mail the shop has sent</span></span><a class="small" href="/sandbox/mail.json">JSON</a></li>
        <li><span class="grow"><a href="/sandbox/stripe/events">Events</a><br><span class="soft small">webhooks and how their delivery went</span></span><a class="small" href="/sandbox/stripe/events.json">JSON</a></li>
        <li><span class="grow">Pay pages outside the shop: ${Object.entries(payLinks).map(([plan, { name }]) => html`<a href="/sandbox/pay/${plan}/card">${name}</a> (<a href="/sandbox/pay/${plan}/crypto" aria-label="${name} in crypto">crypto</a>) `)}<br><span class="soft small">no account, only an address</span></span></li>
        <li><span class="grow"><a href="/sandbox/faults">Faults</a><br><span class="soft small">drop, hold, duplicate, delay or shuffle webhooks; fail mail and API calls</span></span><a class="small" href="/sandbox/faults.json">JSON</a></li>
      </ul>
      <h2>Checkout sessions</h2>${sessionList(box, recent)}
      <p class="small"><a href="/sandbox/stripe/sessions.json">All as JSON</a></p>
      <h2>Subscriptions</h2>${subscriptionList(box, recent)}
      <h2>Payments</h2>${paymentList(box, recent)}
      <h2>Coinbase checkouts</h2>${checkoutList(box, recent)}
      <h2>BTCPay invoices</h2>${invoiceList(box, recent)}
      <h2>Latest events</h2>${eventList(box, listEvents(box, { limit: recent }))}
      <h2>Latest mail</h2>${mailList(listMails(box, { limit: recent }))}`,
  })
}

/** The index page. */
export const homeRoutes = new Hono<BoxApp>()
  .get('/sandbox', (c) => c.html(homePage(c.env)))
  .get('/sandbox/', (c) => c.redirect('/sandbox', 302))
