import { type Context, Hono } from 'hono'
import type Stripe from 'stripe'
import type { Box, BoxApp } from '../../box.ts'
import { problemPage } from '../../pages/layout.ts'
import { seconds } from '../clock.ts'
import { completeSession } from '../flows/complete-session.ts'
import { declineSession } from '../flows/decline-session.ts'
import { expireSession } from '../flows/expire-session.ts'
import { finishAsync } from '../flows/finish-async.ts'
import { type SessionPlan, successUrl } from '../objects/session.ts'
import { backstageOf, find, idOf } from '../objects/store.ts'
import { isTaxId, type TaxLocation } from '../objects/tax.ts'
import { checkoutPage } from './checkout-page.ts'

type Session = Stripe.Checkout.Session
const base = '/sandbox/stripe/checkout/:id'

/** The session. Expires it first if it is past its expiry and the alarm has not run yet. */
function current(box: Box, id: string): Session | undefined {
  const session = find(box, 'checkout.session', id)
  const late = session?.status === 'open' && session.expires_at <= seconds()
  return late ? box.transact(() => expireSession(box, session)) : session
}

/** A button: `act` runs only on an open session. For any other session, the buyer sees the page or leaves it. */
function button(
  act: (box: Box, open: Session, form: Record<string, unknown>) => string,
): (c: Context<BoxApp>) => Promise<Response> {
  return async (c) => {
    const form = await readForm(c)
    const session = current(c.env, c.req.param('id') ?? '')
    if (!session) return c.html(unknownSession, 404)
    if (session.status === 'complete') return c.redirect(successUrl(session), 303)
    if (session.status === 'expired') return c.redirect(pagePath(session), 303)
    const target = c.env.transact(() => act(c.env, session, form))
    await c.env.arm()
    return c.redirect(target, 303)
  }
}

/** The fields of the page's form, or of a test's JSON. */
const readForm = (c: Context<BoxApp>): Promise<Record<string, unknown>> =>
  (c.req.header('content-type')?.includes('json') ? c.req.json() : c.req.parseBody()).catch(() => ({}))

const unknownSession = problemPage('No such payment', 'The link may be mistyped, or the sandbox was emptied.')
const pagePath = (session: Session) => `/sandbox/stripe/checkout/${session.id}`

/** The email address for the receipt. As at Stripe, the customer's or the session's address overrides the form. */
function buyerEmail(box: Box, session: Session, form: Record<string, unknown>): string {
  const customer = idOf(session.customer)
  const known = (customer && find(box, 'customer', customer)?.email) || session.customer_email
  return known || String(form.email ?? '').trim()
}

/** As at Stripe: the address that a known customer has is used where the page asks for none. */
function locationOf(box: Box, session: Session, form: Record<string, unknown>): TaxLocation {
  const text = (name: string) =>
    String(form[name] ?? '')
      .trim()
      .toUpperCase()
  const customer = idOf(session.customer)
  const known =
    customer && session.automatic_tax.enabled ? find(box, 'customer', customer)?.address?.country : null
  const entered = /^[A-Z]{2}$/.test(text('country')) ? text('country') : null
  return {
    country: entered ?? known ?? null,
    taxId: session.tax_id_collection?.enabled ? text('taxId').replaceAll(' ', '') || null : null,
  }
}

function pay(how: 'paid' | 'processing') {
  return button((box, open, form) => {
    const email = buyerEmail(box, open, form)
    if (!/^\S+@\S+$/.test(email)) return `${pagePath(open)}?problem=email`
    const at = locationOf(box, open, form)
    if (open.automatic_tax.enabled && at.country === null) return `${pagePath(open)}?problem=country`
    if (at.taxId !== null && !isTaxId(at.country ?? '', at.taxId)) return `${pagePath(open)}?problem=tax-id`
    const card = String(form.card ?? '').trim() || undefined
    return successUrl(completeSession(box, open, { email, card, at }, how))
  })
}

function finish(succeeded: boolean): (c: Context<BoxApp>) => Promise<Response> {
  return async (c) => {
    const session = find(c.env, 'checkout.session', c.req.param('id') ?? '')
    if (!session) return c.html(unknownSession, 404)
    const done = c.env.transact(() => finishAsync(c.env, session, succeeded))
    await c.env.arm()
    return c.redirect(pagePath(done), 303)
  }
}

/** The hosted payment page and its buttons. */
export const checkoutRoutes = new Hono<BoxApp>()
  .get(base, (c) => {
    const session = current(c.env, c.req.param('id'))
    if (!session) return c.html(unknownSession, 404)
    return c.html(
      checkoutPage(session, backstageOf<SessionPlan>(c.env, session.id), {
        email: buyerEmail(c.env, session, {}),
        declined: c.req.query('declined') !== undefined,
        problem: c.req.query('problem') ?? null,
      }),
    )
  })
  .post(`${base}/pay`, pay('paid'))
  .post(`${base}/async-pay`, pay('processing'))
  .post(`${base}/async-succeed`, finish(true))
  .post(`${base}/async-fail`, finish(false))
  .post(
    `${base}/decline`,
    button((box, open) => `${pagePath(declineSession(box, open))}?declined=1`),
  )
  .post(
    `${base}/cancel`,
    button((_, open) => open.cancel_url ?? pagePath(open)),
  )
  .post(
    `${base}/expire`,
    button((box, open) => pagePath(expireSession(box, open))),
  )
