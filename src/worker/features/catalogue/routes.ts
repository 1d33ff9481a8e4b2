import { Hono } from 'hono'
import { Problem } from '../../core/problem.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { idParam } from '../../http/id-param.ts'
import { pageQuery } from '../../http/paging.ts'
import { validate } from '../../http/validate.ts'
import { findScanReport } from './find-scan-report.ts'
import { answerFromCatalogue } from './read-catalogue.ts'

export const catalogueRoutes = new Hono<AppEnv>()
  .get('/', validate('query', pageQuery), (c) =>
    answerFromCatalogue(c, (catalogue) => {
      const { products, nextCursor } = catalogue.listProducts(c.req.valid('query'))
      return { success: true, data: products, nextCursor }
    }),
  )

  .get('/:id/scan', validate('param', idParam), async (c) => {
    const report = await findScanReport(c.get('db'), c.req.valid('param').id, Date.now())
    if (!report) throw new Problem(404, 'There is no scan of this product.')
    return c.json({ success: true, data: report })
  })

  // An id, or a slug: the catalogue's pages are addressed by slug.
  .get('/:id', (c) =>
    answerFromCatalogue(c, (catalogue) => {
      const id = c.req.param('id')
      const product = catalogue.findProduct(/^\d{1,15}$/.test(id) ? Number(id) : id)
      if (!product) throw new Problem(404, 'There is no such product.')
      return { success: true, data: product }
    }),
  )
