import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import { z } from 'zod'
import type { Box, BoxApp } from '../box.ts'
import { emit, receive } from '../btcpay/flows.ts'
import { buildInvoice, type Invoice } from '../btcpay/invoice.ts'
import { buildCheckout } from '../coinbase/checkout.ts'
import { completeCheckout } from '../coinbase/flows.ts'
import { formatMoney } from '../pages/format.ts'
import { layout, type Markup, problemPage } from '../pages/layout.ts'
import { type PayLink, payLinks } from '../stripe/objects/pay-links.ts'
import { keep } from './objects.ts'

const base = '/sandbox/pay/:plan/crypto'
const unknownLink = problemPage('No such pay page', 'The link may be mistyped.')

const formSchema = z.object({
  email: z
    .string()
    .trim()
    .regex(/^\S+@\S+$/),
  provider: z.enum(['coinbase', 'btcpay']).default('coinbase'),
  success_url: z.string().default(''),
  /** For programs: a product or price that differs from the page's. */
  productId: z.int().optional(),
  cents: z.int().positive().optional(),
})
type Form = z.output<typeof formSchema>

const decimal = (cents: number) => (cents / 100).toFixed(2)

function payPage(plan: string, link: PayLink, view: { successUrl: string; emailMissing: boolean }): Markup {
  return layout({
    title: 'Pay with crypto',
    narrow: true,
    body: html`<p class="soft">Pay for</p><h1>${link.name}</h1>
      <p class="price">${formatMoney(link.cents, 'usd')}</p>
      ${link.monthly ? html`<p class="soft small">One month in advance. It does not renew automatically.</p>` : ''}
      ${view.emailMissing ? html`<p class="notice bad" role="alert">Enter an email address for the receipt.</p>` : ''}
      <form class="card stack" method="post" action="/sandbox/pay/${plan}/crypto/pay">
        <input type="hidden" name="success_url" value="${view.successUrl}">
        <label>Email <input type="email" name="email" required autocomplete="email"></label>
        <button class="primary full" name="provider" value="coinbase">Pay ${decimal(link.cents)} USDC</button>
        <button class="full" name="provider" value="btcpay" formaction="/sandbox/pay/${plan}/crypto/open">Pay in bitcoin instead</button>
      </form>`,
  })
}

/** A checkout from the operator's page: its metadata has the product and the buyer's email address. */
const openAtCoinbase = (box: Box, link: PayLink, { email, productId, cents, success_url: back }: Form) =>
  keep(
    box,
    'coinbase.checkout',
    buildCheckout(box, {
      amount: decimal(cents ?? link.cents),
      currency: 'USDC',
      description: link.name,
      metadata: { product_id: String(productId ?? link.productId), email },
      successRedirectUrl: targetOf(box, back),
      failRedirectUrl: `${box.env.PUBLIC_URL}/payment/cancel`,
    }),
  )

/** A point of sale: the item's id is the shop's product, and the form asks for the email address. */
function openAtBtcpay(
  box: Box,
  link: PayLink,
  { email, productId, cents, success_url: back }: Form,
): Invoice {
  const terms = {
    amount: decimal(cents ?? link.cents),
    currency: 'USD',
    metadata: {
      orderId: 'pos-app_sandbox',
      itemCode: String(productId ?? link.productId),
      itemDesc: link.name,
      buyerEmail: email,
    },
    checkout: { redirectURL: targetOf(box, back) },
  }
  const invoice = keep(box, 'btcpay.invoice', buildInvoice(box, terms))
  emit(box, 'InvoiceCreated', invoice)
  return invoice
}

/** Opens the provider's page for the link, and pays there if `pays`. Returns the buyer's next URL. */
function proceed(box: Box, link: PayLink, form: Form, pays: boolean): string {
  if (form.provider === 'coinbase') {
    const checkout = openAtCoinbase(box, link, form)
    if (!pays) return checkout.url
    completeCheckout(box, checkout)
  } else {
    const invoice = openAtBtcpay(box, link, form)
    if (!pays) return invoice.checkoutLink
    receive(box, invoice, form.cents ?? link.cents, true)
  }
  return targetOf(box, form.success_url)
}

/** The link's success URL if it is in the shop; otherwise the shop's default success page. */
function targetOf(box: Box, successUrl: string): string {
  const own = box.env.PUBLIC_URL
  return successUrl.startsWith(`${own}/`) ? successUrl : `${own}/payment/success?source=crypto&status=paid`
}

async function formOf(c: Context<BoxApp>) {
  const isJson = c.req.header('content-type')?.includes('json')
  return formSchema.safeParse(await (isJson ? c.req.json() : c.req.parseBody()).catch(() => ({})))
}

/** The pay pages outside the shop: an email field and a Pay button, no account. */
export const cryptoPayLinkRoutes = new Hono<BoxApp>()
  .get(base, (c) => {
    const plan = c.req.param('plan')
    const link = payLinks[plan]
    if (!link) return c.html(unknownLink, 404)
    const view = {
      successUrl: c.req.query('success_url') ?? '',
      emailMissing: c.req.query('missing') === 'email',
    }
    return c.html(payPage(plan, link, view))
  })

  .post(`${base}/:how{pay|open}`, async (c) => {
    const { plan, how } = c.req.param()
    const link = payLinks[plan]
    if (!link) return c.html(unknownLink, 404)
    const form = await formOf(c)
    if (!form.success) return c.redirect(`/sandbox/pay/${plan}/crypto?missing=email`, 303)
    const target = c.env.transact(() => proceed(c.env, link, form.data, how === 'pay'))
    await c.env.arm()
    return c.redirect(target, 303)
  })
