import { Hono } from 'hono'
import type { AppEnv } from '../../http/app-env.ts'
import { pageQuery } from '../../http/paging.ts'
import { requireViewer } from '../../http/session.ts'
import { validate } from '../../http/validate.ts'
import { listMyProducts } from './list-my-products.ts'

export const accessRoutes = new Hono<AppEnv>().get('/', validate('query', pageQuery), async (c) => {
  const viewer = await requireViewer(c)
  const page = await listMyProducts(c.get('db'), viewer.id, c.req.valid('query'), Date.now())
  return c.json({ success: true, data: page.products, nextCursor: page.nextCursor })
})
