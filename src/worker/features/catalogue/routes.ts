import { Hono } from 'hono'
import { Problem } from '../../core/problem.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { idParam } from '../../http/id-param.ts'
import { pageQuery, toPage } from '../../http/paging.ts'
import { validate } from '../../http/validate.ts'
import { findProductDetail, findScanReport } from './find-product-detail.ts'
import { listProducts } from './read-products.ts'
import { toProduct } from './views.ts'

export const catalogueRoutes = new Hono<AppEnv>()
  .get('/', validate('query', pageQuery), async (c) => {
    const page = c.req.valid('query')
    const rows = await listProducts(c.get('db'), page, Date.now())
    const { rows: listed, nextCursor } = toPage(
      rows.map((row) => ({ ...row, id: row.script.id })),
      page.limit,
    )
    return c.json({
      success: true,
      data: listed.map(({ script, release, bundled }) => toProduct(script, release, bundled)),
      nextCursor,
    })
  })

  .get('/:id/scan', validate('param', idParam), async (c) => {
    const report = await findScanReport(c.get('db'), c.req.valid('param').id, Date.now())
    if (!report) throw new Problem(404, 'There is no scan of this product.')
    return c.json({ success: true, data: report })
  })

  // An id, or a slug: the catalogue's pages are addressed by slug.
  .get('/:id', async (c) => {
    const id = c.req.param('id')
    const product = await findProductDetail(c.get('db'), /^\d{1,15}$/.test(id) ? Number(id) : id, Date.now())
    if (!product) throw new Problem(404, 'There is no such product.')
    return c.json({ success: true, data: product })
  })
