import { Hono } from 'hono'
import { z } from 'zod'
import type { AppEnv } from '../../http/app-env.ts'
import { clientIp } from '../../http/client-ip.ts'
import { idParam } from '../../http/id-param.ts'
import { pageQuery } from '../../http/paging.ts'
import { jsonOnly, validate } from '../../http/validate.ts'
import { adminOnly, requireViewer } from '../../http/viewer.ts'
import { patchCoupon } from './change-coupon.ts'
import { couponChangeSchema, couponFormSchema } from './contract.ts'
import { readCursor, writeCursor } from './coupon-cursor-rules.ts'
import { createCoupon } from './create-coupon.ts'
import { removeCoupon } from './remove-coupon.ts'
import { listCoupons } from './store.ts'
import { toCouponView } from './views.ts'

const listQuery = pageQuery.extend({
  cursor: z
    .string()
    .transform(readCursor)
    .refine((cursor) => cursor !== null, 'This is not a valid cursor.')
    .optional(),
})

const said = {
  deleted: 'The coupon was deleted.',
  'switched-off':
    'This coupon has been used, so it stays in the books: it was switched off instead of deleted.',
}

/** What admins do with coupons. */
export const couponManagement = new Hono<AppEnv>()
  .get('/', adminOnly, validate('query', listQuery), async (c) => {
    const { limit, cursor, q } = c.req.valid('query')
    const found = await listCoupons(c.get('db'), { limit, cursor: cursor ?? undefined, q })
    const page = found.slice(0, limit)
    const last = found.length > limit ? page.at(-1) : undefined
    return c.json({
      success: true,
      data: page.map(toCouponView),
      nextCursor: last ? writeCursor(last) : null,
    })
  })

  .post('/', adminOnly, jsonOnly, validate('json', couponFormSchema), async (c) => {
    const actor = { id: (await requireViewer(c)).id, ip: clientIp(c) }
    const data = await createCoupon(c.get('db'), actor, c.req.valid('json'), Date.now())
    return c.json({ success: true, data, message: 'Coupon Added' }, 201)
  })

  .patch(
    '/:id',
    adminOnly,
    jsonOnly,
    validate('param', idParam),
    validate('json', couponChangeSchema),
    async (c) => {
      const actor = { id: (await requireViewer(c)).id, ip: clientIp(c) }
      const { id } = c.req.valid('param')
      const data = await patchCoupon(c.get('db'), actor, id, c.req.valid('json'), Date.now())
      return c.json({ success: true, data, message: 'Coupon Updated' })
    },
  )

  .delete('/:id', adminOnly, validate('param', idParam), async (c) => {
    const actor = { id: (await requireViewer(c)).id, ip: clientIp(c) }
    const outcome = await removeCoupon(c.get('db'), actor, c.req.valid('param').id, Date.now())
    return c.json({ success: true, data: { outcome }, message: said[outcome] })
  })
