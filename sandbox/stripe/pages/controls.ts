import { type Context, Hono } from 'hono'
import type Stripe from 'stripe'
import { z } from 'zod'
import type { Box, BoxApp } from '../../box.ts'
import { wantsPage } from '../../pages/negotiate.ts'
import { StripeApiError } from '../errors.ts'
import {
  closeDispute,
  escalateInquiry,
  openDispute,
  openInquiry,
  reviewDispute,
  warnOfFraud,
} from '../flows/disputes.ts'
import { chargeFor, failRefund, refundCharge } from '../flows/refunds.ts'
import { cancelSubscription, failRenewal, giveUp, renewSubscription } from '../flows/subscriptions.ts'
import { announceEndingTrial, endTrial } from '../flows/trials.ts'
import { type Kind, listKind, load } from '../objects/store.ts'

const subscriptionVerbs: Record<
  string,
  (box: Box, subscription: Stripe.Subscription) => Stripe.Subscription
> = {
  renew: renewSubscription,
  fail: failRenewal,
  cancel: cancelSubscription,
  'give-up': giveUp,
  'end-trial': endTrial,
  'announce-trial-end': announceNow,
}

/** Three days before the end, by the clock of Stripe. */
function announceNow(box: Box, subscription: Stripe.Subscription): Stripe.Subscription {
  announceEndingTrial(box, subscription, subscription.trial_end ?? 0)
  return subscription
}

const moneySchema = z.object({
  payment_intent: z.string().optional(),
  charge: z.string().optional(),
  amount: z.coerce.number().int().positive().optional(),
})

/** The fields of a form or of JSON. */
async function fieldsOf(c: Context): Promise<z.infer<typeof moneySchema>> {
  const isJson = c.req.header('content-type')?.includes('json')
  const raw: Record<string, unknown> = isJson ? await c.req.json() : await c.req.parseBody()
  return moneySchema.parse(Object.fromEntries(Object.entries(raw).filter(([, value]) => value !== '')))
}

/** Carries out a change. A browser is redirected to the sandbox's page, a program gets the object. */
async function act(c: Context<BoxApp>, work: () => object): Promise<Response> {
  const result = c.env.transact(work)
  await c.env.arm()
  return wantsPage(c) ? c.redirect('/sandbox', 303) : c.json(result)
}

/** All objects of a kind as JSON; the query names fields and their values. */
const list = (kind: Kind) => (c: Context<BoxApp>) => c.json(listKind(c.env, kind, -1, c.req.query()))

/** The events at Stripe that the shop does not cause: renewals, refunds from the dashboard, disputes. */
export const controlRoutes: Hono<BoxApp> = new Hono<BoxApp>()
  .get('/sandbox/stripe/sessions.json', list('checkout.session'))
  .get('/sandbox/stripe/subscriptions.json', list('subscription'))
  .post(
    '/sandbox/stripe/subscriptions/:id/:verb{renew|fail|cancel|give-up|end-trial|announce-trial-end}',
    (c) =>
      act(c, () => {
        const subscription = load(c.env, 'subscription', c.req.param('id'))
        return subscriptionVerbs[c.req.param('verb')]?.(c.env, subscription) ?? subscription
      }),
  )
  .post('/sandbox/stripe/refunds', async (c) => {
    const fields = await fieldsOf(c)
    return act(c, () => refundCharge(c.env, chargeFor(c.env, fields), fields))
  })
  .get('/sandbox/stripe/invoice-payments.json', list('invoice_payment'))
  .get('/sandbox/stripe/refunds.json', list('refund'))
  .get('/sandbox/stripe/disputes.json', list('dispute'))
  .post('/sandbox/stripe/refunds/:id/fail', (c) =>
    act(c, () => failRefund(c.env, load(c.env, 'refund', c.req.param('id')))),
  )
  .post('/sandbox/stripe/disputes', async (c) => {
    const fields = await fieldsOf(c)
    return act(c, () => openDispute(c.env, chargeFor(c.env, fields)))
  })
  .post('/sandbox/stripe/inquiries', async (c) => {
    const fields = await fieldsOf(c)
    return act(c, () => openInquiry(c.env, chargeFor(c.env, fields)))
  })
  .post('/sandbox/stripe/fraud-warnings', async (c) => {
    const fields = await fieldsOf(c)
    return act(c, () => warnOfFraud(c.env, chargeFor(c.env, fields)))
  })
  .post('/sandbox/stripe/disputes/:id/:verb{won|lost|warning_closed|review|escalate}', (c) =>
    act(c, () => {
      const dispute = load(c.env, 'dispute', c.req.param('id'))
      const verb = c.req.param('verb')
      if (verb === 'review') return reviewDispute(c.env, dispute)
      if (verb === 'escalate') return escalateInquiry(c.env, dispute)
      return closeDispute(c.env, dispute, verb as 'won' | 'lost' | 'warning_closed')
    }),
  )
  .onError((error, c) => {
    if (error instanceof StripeApiError) return c.json({ error: error.error }, error.status)
    if (error instanceof z.ZodError) return c.json({ message: z.prettifyError(error) }, 400)
    console.error('sandbox', error)
    return c.json({ message: 'The sandbox failed; see its log.' }, 500)
  })
