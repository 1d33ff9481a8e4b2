import { Hono } from 'hono'
import { z } from 'zod'
import type { BoxApp } from '../../box.ts'
import { chargeFor, refundCharge } from '../flows/refunds.ts'
import { idOf, listKind, load } from '../objects/store.ts'
import { listShape, metadata, positive } from '../params.ts'
import { operation } from './call.ts'
import { pageOf } from './page.ts'

const nothing = z.strictObject({})

const refundParams = z.strictObject({
  amount: positive.optional(),
  charge: z.string().optional(),
  payment_intent: z.string().optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  metadata,
})

const refundListParams = z.strictObject({
  ...listShape,
  charge: z.string().optional(),
  payment_intent: z.string().optional(),
})

/** /v1/payment_intents, /v1/charges, /v1/refunds, /v1/disputes, /v1/radar/early_fraud_warnings */
export const paymentsApi = new Hono<BoxApp>()
  .get(
    '/payment_intents/:id',
    operation(nothing, (box, _, id) => load(box, 'payment_intent', id, 'intent')),
  )
  .get(
    '/charges/:id',
    operation(nothing, (box, _, id) => load(box, 'charge', id)),
  )
  .get(
    '/disputes',
    operation(refundListParams, (box, params) => {
      const all = listKind(box, 'dispute').filter(
        (dispute) =>
          (!params.charge || idOf(dispute.charge) === params.charge) &&
          (!params.payment_intent || idOf(dispute.payment_intent) === params.payment_intent),
      )
      return pageOf(all, params, '/v1/disputes')
    }),
  )
  .get(
    '/disputes/:id',
    operation(nothing, (box, _, id) => load(box, 'dispute', id)),
  )
  .get(
    '/radar/early_fraud_warnings',
    operation(refundListParams, (box, params) => {
      const all = listKind(box, 'radar.early_fraud_warning').filter(
        (warning) =>
          (!params.charge || idOf(warning.charge) === params.charge) &&
          (!params.payment_intent || idOf(warning.payment_intent) === params.payment_intent),
      )
      return pageOf(all, params, '/v1/radar/early_fraud_warnings')
    }),
  )
  .get(
    '/radar/early_fraud_warnings/:id',
    operation(nothing, (box, _, id) => load(box, 'radar.early_fraud_warning', id)),
  )
  .post(
    '/refunds',
    operation(refundParams, (box, params) => refundCharge(box, chargeFor(box, params), params)),
  )
  .get(
    '/refunds',
    operation(refundListParams, (box, params) => {
      const all = listKind(box, 'refund').filter(
        (refund) =>
          (!params.charge || idOf(refund.charge) === params.charge) &&
          (!params.payment_intent || idOf(refund.payment_intent) === params.payment_intent),
      )
      return pageOf(all, params, '/v1/refunds')
    }),
  )
  .get(
    '/refunds/:id',
    operation(nothing, (box, _, id) => load(box, 'refund', id)),
  )
