import { type Context, Hono } from 'hono'
import type { Box, BoxApp } from '../box.ts'
import { listAll, lookUp } from '../crypto/objects.ts'
import { problemPage } from '../pages/layout.ts'
import { confirm, expireInvoice, loseConfirmation, mark, receive } from './flows.ts'
import { centsOf, type Invoice, receivedCents } from './invoice.ts'
import { invoicePage, invoicePath, pullPath, pullPaymentPage } from './page.ts'
import { claimPullPayment } from './pull-payment.ts'

const base = '/sandbox/btcpay/checkout/:id'
const unknown = problemPage('No such payment', 'The link may be mistyped, or the sandbox was emptied.')

/** The invoice. Expires it first if it is past its expiry and the alarm has not run yet. */
function current(box: Box, id: string): Invoice | undefined {
  const invoice = lookUp(box, 'btcpay.invoice', id)
  const late = invoice?.status === 'New' && invoice.expirationTime * 1000 <= Date.now()
  return late ? box.transact(() => expireInvoice(box, invoice)) : invoice
}

/** The fields of a form or of JSON. */
const fieldsOf = (c: Context<BoxApp>): Promise<Record<string, unknown>> => {
  const isJson = c.req.header('content-type')?.includes('json')
  return (isJson ? c.req.json() : c.req.parseBody()).catch(() => ({}))
}

/** A button: `act` runs on the invoice in any state. A buyer who has paid in full is redirected to the shop. */
function button(act: (box: Box, invoice: Invoice, form: Record<string, unknown>) => Invoice) {
  return async (c: Context<BoxApp>): Promise<Response> => {
    const form = await fieldsOf(c)
    const invoice = current(c.env, c.req.param('id') ?? '')
    if (!invoice) return c.html(unknown, 404)
    const after = c.env.transact(() => act(c.env, invoice, form))
    await c.env.arm()
    const paid = invoice.status === 'New' && (after.status === 'Settled' || after.status === 'Processing')
    return c.redirect((paid && after.checkout.redirectURL) || invoicePath(after), 303)
  }
}

/** Pays the amount that the form names, or else the amount due. */
function pay(box: Box, invoice: Invoice, form: Record<string, unknown>): Invoice {
  const left = centsOf(invoice.amount) - receivedCents(invoice)
  const cents = form.amount === undefined ? left : centsOf(String(form.amount))
  return cents > 0 ? receive(box, invoice, cents, form.unconfirmed === undefined) : invoice
}

/** The hosted payment page with its buttons, and the page where a refund is claimed. */
export const btcpayRoutes = new Hono<BoxApp>()
  .get('/sandbox/btcpay/invoices.json', (c) => c.json(listAll(c.env, 'btcpay.invoice')))
  .get('/sandbox/btcpay/pull-payments.json', (c) => c.json(listAll(c.env, 'btcpay.pull_payment')))
  .get(base, (c) => {
    const invoice = current(c.env, c.req.param('id'))
    return invoice ? c.html(invoicePage(c.env, invoice)) : c.html(unknown, 404)
  })
  .post(`${base}/pay`, button(pay))
  .post(
    `${base}/confirm`,
    button((box, invoice) => confirm(box, invoice)),
  )
  .post(
    `${base}/lose`,
    button((box, invoice) => (invoice.status === 'Processing' ? loseConfirmation(box, invoice) : invoice)),
  )
  .post(
    `${base}/expire`,
    button((box, invoice) => (invoice.status === 'New' ? expireInvoice(box, invoice) : invoice)),
  )
  // The store's owner closes the invoice by hand.
  .post(
    `${base}/decline`,
    button((box, invoice) => (invoice.status === 'New' ? mark(box, invoice, 'Invalid') : invoice)),
  )
  .get('/sandbox/btcpay/pull-payments/:id', (c) => {
    const pull = lookUp(c.env, 'btcpay.pull_payment', c.req.param('id'))
    return pull ? c.html(pullPaymentPage(pull)) : c.html(unknown, 404)
  })
  .post('/sandbox/btcpay/pull-payments/:id/claim', async (c) => {
    const pull = lookUp(c.env, 'btcpay.pull_payment', c.req.param('id'))
    if (!pull) return c.html(unknown, 404)
    const { address } = await fieldsOf(c)
    const given = String(address ?? '').trim()
    if (given) c.env.transact(() => claimPullPayment(c.env, pull, given))
    return c.redirect(pullPath(pull), 303)
  })
