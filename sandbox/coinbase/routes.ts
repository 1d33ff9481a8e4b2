import { type Context, Hono } from 'hono'
import type { Box, BoxApp } from '../box.ts'
import { listAll, lookUp } from '../crypto/objects.ts'
import { problemPage } from '../pages/layout.ts'
import { wantsPage } from '../pages/negotiate.ts'
import type { Checkout, CheckoutStatus } from './checkout.ts'
import { CoinbaseApiError } from './errors.ts'
import {
  completeCheckout,
  expireCheckout,
  failCheckout,
  failRefund,
  refundCheckout,
  sendMoney,
} from './flows.ts'
import { checkoutPage, pathOf } from './page.ts'

const base = '/sandbox/coinbase/checkout/:id'
const unknown = problemPage('No such payment', 'The link may be mistyped, or the sandbox was emptied.')

/** The checkout. Expires it first if it is past its expiry and the alarm has not run yet. */
function current(box: Box, id: string): Checkout | undefined {
  const checkout = lookUp(box, 'coinbase.checkout', id)
  const late = checkout?.status === 'ACTIVE' && Date.parse(checkout.expiresAt) <= Date.now()
  return late ? box.transact(() => expireCheckout(box, checkout)) : checkout
}

/** A button: `act` runs on a checkout in one of these states, and returns the URL of the redirect. */
function button(from: CheckoutStatus[], act: (box: Box, checkout: Checkout) => string) {
  return async (c: Context<BoxApp>): Promise<Response> => {
    const checkout = current(c.env, c.req.param('id') ?? '')
    if (!checkout) return c.html(unknown, 404)
    if (!from.includes(checkout.status)) return c.redirect(pathOf(checkout), 303)
    const target = c.env.transact(() => act(c.env, checkout))
    await c.env.arm()
    return c.redirect(target, 303)
  }
}

const onSuccess = (checkout: Checkout) => checkout.successRedirectUrl ?? pathOf(checkout)
const onFailure = (checkout: Checkout) => checkout.failRedirectUrl ?? pathOf(checkout)

/** An action of the merchant's dashboard or the network on a paid checkout. */
async function done(c: Context<BoxApp>, act: (checkout: Checkout) => object): Promise<Response> {
  const checkout = lookUp(c.env, 'coinbase.checkout', c.req.param('id') ?? '')
  if (!checkout) return c.html(unknown, 404)
  const result = c.env.transact(() => act(checkout))
  await c.env.arm()
  return wantsPage(c) ? c.redirect('/sandbox', 303) : c.json(result)
}

/** The hosted payment page and its buttons, and the events at Coinbase that the shop does not cause. */
export const coinbaseRoutes = new Hono<BoxApp>()
  .get('/sandbox/coinbase/checkouts.json', (c) => c.json(listAll(c.env, 'coinbase.checkout')))
  .get(base, (c) => {
    const checkout = current(c.env, c.req.param('id'))
    return checkout ? c.html(checkoutPage(checkout)) : c.html(unknown, 404)
  })
  .post(
    `${base}/pay`,
    button(['ACTIVE'], (box, open) => onSuccess(completeCheckout(box, open))),
  )
  .post(
    `${base}/send`,
    button(['ACTIVE'], (box, open) => onSuccess(sendMoney(box, open))),
  )
  .post(
    `${base}/confirm`,
    button(['PROCESSING'], (box, sent) => pathOf(completeCheckout(box, sent))),
  )
  .post(
    `${base}/decline`,
    button(['ACTIVE', 'PROCESSING'], (box, open) => onFailure(failCheckout(box, open))),
  )
  .post(
    `${base}/cancel`,
    button(['ACTIVE'], (_, open) => onFailure(open)),
  )
  .post(
    `${base}/expire`,
    button(['ACTIVE'], (box, open) => pathOf(expireCheckout(box, open))),
  )
  .post(`${base}/refund`, async (c) => {
    const isJson = c.req.header('content-type')?.includes('json')
    const { amount } = isJson ? await c.req.json<{ amount?: string }>() : { amount: undefined }
    return done(c, (checkout) => refundCheckout(c.env, checkout, { amount }))
  })
  .post(`${base}/refunds/:refund/fail`, (c) =>
    done(c, (checkout) => failRefund(c.env, checkout, c.req.param('refund'))),
  )
  .onError((error, c) => {
    if (error instanceof CoinbaseApiError) return c.json({ message: error.message }, error.status)
    throw error
  })
