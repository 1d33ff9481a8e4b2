import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { BoxApp } from '../../box.ts'
import { cutOff } from '../../faults/cut-off.ts'
import { takeFault } from '../../faults/store.ts'
import { apiVersion } from '../emit.ts'
import { StripeApiError } from '../errors.ts'
import { couponsApi } from './coupons.ts'
import { customersApi, portalApi } from './customers.ts'
import { eventsApi } from './events.ts'
import { invoicesApi } from './invoices.ts'
import { paymentsApi } from './payments.ts'
import { sessionsApi } from './sessions.ts'
import { subscriptionsApi } from './subscriptions.ts'
import { taxRatesApi } from './tax-rates.ts'

const slowMs = 5_000
const outage = { type: 'api_error', message: 'An unknown error occurred' }

/** `Bearer KEY`, or Basic with the key as the user name. Only test keys are accepted; a live key is refused. */
const requireKey = createMiddleware<BoxApp>(async (c, next) => {
  const [scheme, value = ''] = (c.req.header('authorization') ?? '').split(' ')
  const key = scheme === 'Basic' ? decodeBasic(value) : scheme === 'Bearer' ? value : ''
  if (key === '') {
    const message =
      'You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth.'
    throw new StripeApiError(401, { type: 'invalid_request_error', message })
  }
  if (!/^(sk|rk)_test_/.test(key)) {
    const message = `Invalid API Key provided: ${key.slice(0, 8)}***`
    throw new StripeApiError(401, { type: 'invalid_request_error', message })
  }
  c.header('stripe-version', apiVersion)
  await next()
})

function decodeBasic(value: string): string {
  try {
    return atob(value).split(':', 1)[0] ?? ''
  } catch {
    return ''
  }
}

const misbehave = createMiddleware<BoxApp>(async (c, next) => {
  const mode = takeFault(c.env, 'stripeApi')
  if (mode === 'fail') return c.json({ error: outage }, 500)
  if (mode === 'slow') await scheduler.wait(slowMs)
  await next()
  if (mode === 'fail-after-accept') c.res = c.json({ error: outage }, 500)
  if (mode === 'cut-off') c.res = await cutOff(c.res)
})

/** Plays api.stripe.com. */
export const stripeApi = new Hono<BoxApp>()
  .use(requireKey, misbehave)
  .route('/v1/checkout/sessions', sessionsApi)
  .route('/v1/customers', customersApi)
  .route('/v1/billing_portal/sessions', portalApi)
  .route('/v1/coupons', couponsApi)
  .route('/v1/subscriptions', subscriptionsApi)
  .route('/v1/events', eventsApi)
  .route('/v1/tax_rates', taxRatesApi)
  .route('/v1', paymentsApi)
  .route('/v1', invoicesApi)
  .notFound((c) => {
    const message = `Unrecognized request URL (${c.req.method}: ${c.req.path}).`
    return c.json({ error: { type: 'invalid_request_error', message } }, 404)
  })
  .onError((error, c) => {
    if (error instanceof StripeApiError) return c.json({ error: error.error }, error.status)
    console.error('sandbox: Stripe API', error)
    return c.json({ error: outage }, 500)
  })
