import { Hono } from 'hono'
import { z } from 'zod'
import type { BoxApp } from '../../box.ts'
import { invalidRequest } from '../errors.ts'
import { expireSession } from '../flows/expire-session.ts'
import type { SessionPlan } from '../objects/session.ts'
import { backstageOf, idOf, listKind, load } from '../objects/store.ts'
import { listShape } from '../params.ts'
import { operation } from './call.ts'
import { createSession } from './create-session.ts'
import { wholeList } from './expand.ts'
import { pageOf } from './page.ts'
import { sessionParams } from './session-params.ts'

const listParams = z.strictObject({
  ...listShape,
  customer: z.string().optional(),
  payment_intent: z.string().optional(),
  subscription: z.string().optional(),
  status: z.enum(['open', 'complete', 'expired']).optional(),
  customer_details: z.object({ email: z.string() }).optional(),
})

/** /v1/checkout/sessions */
export const sessionsApi = new Hono<BoxApp>()
  .post('/', operation(sessionParams, createSession))
  .get(
    '/',
    operation(listParams, (box, params) => {
      const all = listKind(box, 'checkout.session').filter(
        (session) =>
          (!params.customer || idOf(session.customer) === params.customer) &&
          (!params.payment_intent || idOf(session.payment_intent) === params.payment_intent) &&
          (!params.subscription || idOf(session.subscription) === params.subscription) &&
          (!params.status || session.status === params.status) &&
          (!params.customer_details || session.customer_details?.email === params.customer_details.email),
      )
      return pageOf(all, params, '/v1/checkout/sessions')
    }),
  )
  .get(
    '/:id',
    operation(z.strictObject({}), (box, _, id) => load(box, 'checkout.session', id, 'session')),
  )
  .get(
    '/:id/line_items',
    operation(z.strictObject(listShape), (box, _, id) => {
      load(box, 'checkout.session', id, 'session')
      const { lineItems } = backstageOf<SessionPlan>(box, id)
      return wholeList(lineItems, `/v1/checkout/sessions/${id}/line_items`)
    }),
  )
  .post(
    '/:id/expire',
    operation(z.strictObject({}), (box, _, id) => {
      const session = load(box, 'checkout.session', id, 'session')
      if (session.status === 'open') return expireSession(box, session)
      throw invalidRequest(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
      )
    }),
  )
