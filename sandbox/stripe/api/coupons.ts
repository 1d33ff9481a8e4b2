import { Hono } from 'hono'
import { z } from 'zod'
import type { BoxApp } from '../../box.ts'
import { newId } from '../../ids.ts'
import { seconds } from '../clock.ts'
import { invalidRequest } from '../errors.ts'
import { couponRefusal } from '../objects/coupon.ts'
import { find, load, remove, save } from '../objects/store.ts'
import { decimal, integer, metadata, positive } from '../params.ts'
import { operation } from './call.ts'

const createParams = z.strictObject({
  id: z.string().optional(),
  amount_off: positive.optional(),
  percent_off: decimal.pipe(z.number().gt(0).max(100)).optional(),
  currency: z.string().length(3).optional(),
  duration: z.enum(['forever', 'once', 'repeating']).default('once'),
  duration_in_months: positive.optional(),
  max_redemptions: positive.optional(),
  redeem_by: integer.optional(),
  name: z.string().max(40).optional(),
  metadata,
})

/** /v1/coupons */
export const couponsApi = new Hono<BoxApp>()
  .post(
    '/',
    operation(createParams, (box, params) => {
      if ((params.amount_off === undefined) === (params.percent_off === undefined)) {
        throw invalidRequest('Must provide percent_off or amount_off for a coupon')
      }
      if (params.amount_off && !params.currency) {
        throw invalidRequest('Must provide currency when amount_off is provided', 'currency')
      }
      if (params.id && find(box, 'coupon', params.id)) {
        throw invalidRequest('Coupon already exists.', 'id', 'resource_already_exists')
      }
      return save(box, {
        id: params.id ?? newId('c', 8).slice(2),
        object: 'coupon',
        amount_off: params.amount_off ?? null,
        created: seconds(),
        currency: params.amount_off ? (params.currency?.toLowerCase() ?? null) : null,
        duration: params.duration,
        duration_in_months: params.duration_in_months ?? null,
        livemode: false,
        max_redemptions: params.max_redemptions ?? null,
        metadata: params.metadata,
        name: params.name ?? null,
        percent_off: params.percent_off ?? null,
        redeem_by: params.redeem_by ?? null,
        times_redeemed: 0,
        valid: true,
      })
    }),
  )
  .get(
    '/:id',
    operation(z.strictObject({}), (box, _, id) => {
      const coupon = load(box, 'coupon', id, 'coupon')
      return { ...coupon, valid: couponRefusal(coupon, seconds()) === null }
    }),
  )
  .delete(
    '/:id',
    operation(z.strictObject({}), (box, _, id) => {
      load(box, 'coupon', id, 'coupon')
      remove(box, id)
      return { id, object: 'coupon', deleted: true }
    }),
  )
