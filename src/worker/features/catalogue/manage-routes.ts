import { type Context, Hono } from 'hono'
import { z } from 'zod'
import {
  productChangeSchema,
  productFormSchema,
  productPriceSchema,
} from '#shared/catalogue/manage-contract.ts'
import { actorOf } from '../../http/actor.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { idParam } from '../../http/id-param.ts'
import { pageQuery, toPage } from '../../http/paging.ts'
import { adminOnly } from '../../http/permissions.ts'
import { limitRate } from '../../http/rate-limit.ts'
import { requireRecentlyAuthenticated } from '../../http/recently-authenticated.ts'
import { jsonOnly, validate } from '../../http/validate.ts'
import { outsideFetch } from '../../providers/outside.ts'
import { patchProduct, setDeleted } from './change-product.ts'
import { findManagedProduct } from './find-managed-product.ts'
import { toAdminProduct } from './manage-views.ts'
import { createWithPicture, patchWithPicture } from './picture-copies.ts'
import { listManaged } from './read-managed.ts'

const listQuery = pageQuery.extend({ state: z.enum(['listed', 'deleted']).optional() })

/** Actions of admins on products. Actions on their files are in features/releases. */
export const productManagement = new Hono<AppEnv>()
  .get('/', adminOnly, validate('query', listQuery), async (c) => {
    const query = c.req.valid('query')
    const found = await listManaged(c.get('db'), query, Date.now())
    const { rows, nextCursor } = toPage(
      found.map((row) => ({ ...row, id: row.script.id })),
      query.limit,
    )
    return c.json({ success: true, data: rows.map(toAdminProduct), nextCursor })
  })

  .get('/:id', adminOnly, validate('param', idParam), async (c) => {
    const data = await findManagedProduct(c.get('db'), c.req.valid('param').id, Date.now())
    return c.json({ success: true, data })
  })

  .post('/', adminOnly, jsonOnly, validate('json', productFormSchema), async (c) => {
    const form = c.req.valid('json')
    const { product, message } = await createWithPicture(await depsOf(c, form), form, Date.now())
    return c.json({ success: true, data: product, message }, 201)
  })

  .patch(
    '/:id',
    adminOnly,
    jsonOnly,
    validate('param', idParam),
    validate('json', productChangeSchema),
    async (c) => {
      const { id } = c.req.valid('param')
      const change = c.req.valid('json')
      if (change.price !== undefined) await requireRecentlyAuthenticated(c)
      const data = await patchWithPicture(await depsOf(c, change), id, change, Date.now())
      return c.json({ success: true, data, message: 'Product Updated' })
    },
  )

  .patch(
    '/:id/price',
    adminOnly,
    jsonOnly,
    validate('param', idParam),
    validate('json', productPriceSchema),
    async (c) => {
      const { id } = c.req.valid('param')
      const data = await patchProduct(c.get('db'), await actorOf(c), id, c.req.valid('json'), Date.now())
      return c.json({ success: true, data, message: 'Price Updated' })
    },
  )

  .delete('/:id', adminOnly, validate('param', idParam), async (c) => {
    const { id } = c.req.valid('param')
    const data = await setDeleted(c.get('db'), await actorOf(c), id, true, Date.now())
    return c.json({ success: true, data, message: 'Product Deleted' })
  })

  .post('/:id/restore', adminOnly, validate('param', idParam), async (c) => {
    const { id } = c.req.valid('param')
    const data = await setDeleted(c.get('db'), await actorOf(c), id, false, Date.now())
    return c.json({ success: true, data, message: 'Product Restored' })
  })

/** Each save with an address opens another site, and may add 5 MB to the store. */
const COPIES_PER_ADMIN = { burst: 30, refillSeconds: 20 }

async function depsOf(c: Context<AppEnv>, { imageUrl }: { imageUrl?: string | null }) {
  const actor = await actorOf(c)
  if (imageUrl) await limitRate(c.env, `picture:${actor.id}`, COPIES_PER_ADMIN)
  return { db: c.get('db'), actor, outside: outsideFetch(c.env), pictures: c.get('pictures') }
}
