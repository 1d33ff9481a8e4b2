import { Hono } from 'hono'
import { z } from 'zod'
import type { BoxApp } from '../../box.ts'
import { invalidRequest, resourceMissing } from '../errors.ts'
import { cancelSubscription, change, setCancelAtPeriodEnd } from '../flows/subscriptions.ts'
import { idOf, listKind, load } from '../objects/store.ts'
import { flag, ignored, integer, listShape, metadata } from '../params.ts'
import { operation } from './call.ts'
import { pageOf } from './page.ts'

const listParams = z.strictObject({
  ...listShape,
  customer: z.string().optional(),
  /** Without a status, Stripe omits cancelled subscriptions. */
  status: z.string().optional(),
})

const updateParams = z.strictObject({
  cancel_at_period_end: flag.optional(),
  /** Unix seconds, or an empty text that clears the value. */
  cancel_at: z.union([z.literal(''), integer]).optional(),
  metadata: metadata.optional(),
  cancellation_details: ignored,
  proration_behavior: ignored,
})

const cancelParams = z.strictObject({ invoice_now: ignored, prorate: ignored, cancellation_details: ignored })

/** /v1/subscriptions */
export const subscriptionsApi = new Hono<BoxApp>()
  .get(
    '/',
    operation(listParams, (box, { customer, status, ...params }) => {
      const all = listKind(box, 'subscription').filter(
        (subscription) =>
          (!customer || idOf(subscription.customer) === customer) &&
          (status === undefined
            ? subscription.status !== 'canceled'
            : status === 'all' || subscription.status === status),
      )
      return pageOf(all, params, '/v1/subscriptions')
    }),
  )
  .get(
    '/:id',
    operation(z.strictObject({}), (box, _, id) => load(box, 'subscription', id)),
  )
  .post(
    '/:id',
    operation(updateParams, (box, params, id) => {
      const subscription = load(box, 'subscription', id)
      if (subscription.status === 'canceled') {
        throw invalidRequest('A canceled subscription can only update its cancellation_details and metadata.')
      }
      if (params.cancel_at_period_end !== undefined && params.cancel_at !== undefined) {
        throw invalidRequest('You may only specify one of these parameters: cancel_at, cancel_at_period_end.')
      }
      const moved =
        params.cancel_at === undefined
          ? subscription
          : change(box, subscription, { cancel_at: params.cancel_at === '' ? null : params.cancel_at })
      const updated =
        params.cancel_at_period_end === undefined
          ? moved
          : setCancelAtPeriodEnd(box, moved, params.cancel_at_period_end)
      return params.metadata && Object.keys(params.metadata).length > 0
        ? change(box, updated, { metadata: { ...updated.metadata, ...params.metadata } })
        : updated
    }),
  )
  .delete(
    '/:id',
    operation(cancelParams, (box, _, id) => {
      const subscription = load(box, 'subscription', id)
      if (subscription.status === 'canceled') throw resourceMissing('subscription', id)
      return cancelSubscription(box, subscription)
    }),
  )
