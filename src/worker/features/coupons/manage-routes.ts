import { type Context, Hono } from 'hono'
import { couponBatchSchema, couponChangeSchema, couponFormSchema } from '#shared/coupons/contract.ts'
import { actorOf } from '../../http/actor.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { idParam } from '../../http/id-param.ts'
import { momentPageQuery, toMomentPage } from '../../http/moment-paging.ts'
import { adminOnly } from '../../http/permissions.ts'
import { requireRecentlyAuthenticated } from '../../http/recently-authenticated.ts'
import { jsonOnly, validate } from '../../http/validate.ts'
import { patchCoupon } from './change-coupon.ts'
import { type CouponDeps, createCoupon } from './create-coupon.ts'
import { createCoupons } from './create-coupons.ts'
import { readCoupon } from './read-coupon.ts'
import { removeCoupon } from './remove-coupon.ts'
import { listCoupons, listUsages } from './store.ts'
import { toCouponUsage, toCouponView } from './views.ts'

const said = {
  deleted: 'The coupon was deleted.',
  'switched-off': 'This coupon has been used, so it was switched off instead of deleted.',
}

/** A coupon that makes a product free needs a recent proof of identity. */
const depsOf = (c: Context<AppEnv>): CouponDeps => ({
  db: c.get('db'),
  requireProof: () => requireRecentlyAuthenticated(c),
})

/** The coupon routes of admins. */
export const couponManagement = new Hono<AppEnv>()
  .get('/', adminOnly, validate('query', momentPageQuery), async (c) => {
    const query = c.req.valid('query')
    const { rows, nextCursor } = toMomentPage(await listCoupons(c.get('db'), query), query.limit)
    return c.json({ success: true, data: rows.map(toCouponView), nextCursor })
  })

  .post('/', adminOnly, jsonOnly, validate('json', couponFormSchema), async (c) => {
    const data = await createCoupon(depsOf(c), await actorOf(c), c.req.valid('json'), Date.now())
    return c.json({ success: true, data, message: 'Coupon Added' }, 201)
  })

  // Many one-use codes at once.
  .post('/bulk', adminOnly, jsonOnly, validate('json', couponBatchSchema), async (c) => {
    const codes = await createCoupons(depsOf(c), await actorOf(c), c.req.valid('json'), Date.now())
    const message = codes.length === 1 ? '1 coupon added' : `${codes.length} coupons added`
    return c.json({ success: true, data: { codes }, message }, 201)
  })

  .get('/:id', adminOnly, validate('param', idParam), async (c) => {
    const data = await readCoupon(c.get('db'), c.req.valid('param').id)
    return c.json({ success: true, data })
  })

  .get(
    '/:id/usages',
    adminOnly,
    validate('param', idParam),
    validate('query', momentPageQuery),
    async (c) => {
      const query = c.req.valid('query')
      const found = await listUsages(c.get('db'), c.req.valid('param').id, query)
      const { rows, nextCursor } = toMomentPage(found, query.limit)
      return c.json({ success: true, data: rows.map(toCouponUsage), nextCursor })
    },
  )

  .patch(
    '/:id',
    adminOnly,
    jsonOnly,
    validate('param', idParam),
    validate('json', couponChangeSchema),
    async (c) => {
      const { id } = c.req.valid('param')
      const data = await patchCoupon(depsOf(c), await actorOf(c), id, c.req.valid('json'), Date.now())
      return c.json({ success: true, data, message: 'Coupon Updated' })
    },
  )

  .delete('/:id', adminOnly, validate('param', idParam), async (c) => {
    const { id } = c.req.valid('param')
    const outcome = await removeCoupon(c.get('db'), await actorOf(c), id, Date.now())
    return c.json({ success: true, data: { outcome }, message: said[outcome] })
  })
