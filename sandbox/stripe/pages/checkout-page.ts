import { html } from 'hono/html'
import type Stripe from 'stripe'
import { formatMoney } from '../../pages/format.ts'
import { layout, type Markup } from '../../pages/layout.ts'
import { FAILING_CARD } from '../objects/card.ts'
import { type SessionPlan, successUrl } from '../objects/session.ts'
import { COUNTRIES } from '../objects/tax.ts'

type Session = Stripe.Checkout.Session

interface View {
  /** The known email address, which the buyer cannot change; empty: the page has a field for it. */
  email: string
  declined: boolean
  /** What the buyer entered wrong: `email`, `country` or `tax-id`. */
  problem: string | null
}

/** The hosted page in each of its states. */
export function checkoutPage(session: Session, plan: SessionPlan, view: View): Markup {
  const body =
    session.status === 'open'
      ? openBody(session, plan, view)
      : session.status === 'expired'
        ? expiredBody(session)
        : completeBody(session, plan)
  return layout({ title: 'Checkout', narrow: true, body })
}

function summary(session: Session, plan: SessionPlan): Markup {
  const recurring = plan.lineItems.find((line) => line.price?.recurring)?.price?.recurring
  const monthly = plan.lineItems.reduce((sum, line) => sum + line.amount_subtotal, 0)
  const discount = session.total_details?.amount_discount ?? 0
  return html`
    <p class="soft">${session.mode === 'subscription' ? 'Subscribe to' : 'Pay for'}</p>
    <h1>${plan.lineItems.map((line) => line.description).join(', ')}</h1>
    <p class="price">${formatMoney(session.amount_total, session.currency)}</p>
    ${recurring ? html`<p class="soft small">${plan.trialDays > 0 ? `${plan.trialDays} days free, then ` : ''}${formatMoney(monthly, session.currency)} per ${recurring.interval}, until cancelled</p>` : ''}
    ${discount > 0 ? html`<p class="soft small">Discount included: ${formatMoney(discount, session.currency)}</p>` : ''}`
}

function openBody(session: Session, plan: SessionPlan, view: View): Markup {
  const action = `/sandbox/stripe/checkout/${session.id}`
  const problem = PROBLEMS[view.problem ?? '']
  return html`
    ${summary(session, plan)}
    ${view.declined ? html`<p class="notice bad" role="alert">Your card was declined. Try again or use another card.</p>` : ''}
    ${problem ? html`<p class="notice bad" role="alert">${problem}</p>` : ''}
    <form class="card stack" method="post" action="${action}/pay">
      <label>Email
        <input type="email" name="email" required autocomplete="email" value="${view.email}" ${view.email ? 'readonly' : ''}></label>
      ${session.automatic_tax.enabled ? taxFields(session) : ''}
      <button class="primary full">${session.mode === 'subscription' ? 'Subscribe' : `Pay ${formatMoney(session.amount_total, session.currency)}`}</button>
      ${plan.trialDays > 0 ? html`<button class="full" name="card" value="${FAILING_CARD}">Start with a card that fails when it is charged</button>` : ''}
      <button class="full" formaction="${action}/decline" formnovalidate>Decline the card</button>
      <button class="full" formaction="${action}/cancel" formnovalidate>Cancel and go back</button>
      <details class="small soft"><summary>Delayed payment method</summary>
        <p>The order completes unpaid; the money comes, or fails to come, later.</p>
        <button class="full" formaction="${action}/async-pay">Pay later</button></details>
    </form>`
}

const PROBLEMS: Record<string, string> = {
  email: 'Enter an email address for the receipt.',
  country: 'Choose your country.',
  'tax-id': 'This is no tax ID of your country.',
}

/** The billing address, of which only the country matters here, and the tax id of a business. */
const taxFields = (session: Session): Markup => html`
      <label>Country
        <select name="country" required autocomplete="country"><option value="">Choose</option>
          ${COUNTRIES.map(({ code, name }) => html`<option value="${code}">${name}</option>`)}</select></label>
      ${session.tax_id_collection?.enabled ? html`<label>Tax ID of your business (optional) <input name="taxId" autocomplete="off"></label>` : ''}
      <p class="soft small">The total includes the tax of your country.</p>`

function completeBody(session: Session, plan: SessionPlan): Markup {
  const action = `/sandbox/stripe/checkout/${session.id}`
  const waiting = session.payment_status === 'unpaid'
  return html`
    ${summary(session, plan)}
    <p class="notice">${waiting ? 'The order is complete; its money has not arrived.' : 'This payment is complete.'}</p>
    ${
      waiting
        ? html`<form class="card stack" method="post" action="${action}/async-succeed">
      <button class="primary full">The money arrives</button>
      <button class="full" formaction="${action}/async-fail">The money does not arrive</button></form>`
        : ''
    }
    <p><a href="${successUrl(session)}">Back to the shop</a></p>`
}

function expiredBody(session: Session): Markup {
  return html`<h1>This payment link has expired</h1>
    <p class="soft">Nothing was charged. Start again in the shop to pay.</p>
    ${session.cancel_url ? html`<p><a href="${session.cancel_url}">Back to the shop</a></p>` : ''}`
}
