import { Hono } from 'hono'
import type { AppEnv } from '../../http/app-env.ts'
import { momentPageQuery } from '../../http/moment-paging.ts'
import { viewerBatch } from '../../http/session.ts'
import { validate } from '../../http/validate.ts'
import { listDownloads } from './list-downloads.ts'

export const historyRoutes = new Hono<AppEnv>().get('/', validate('query', momentPageQuery), async (c) => {
  const page = await listDownloads(c.get('db'), viewerBatch(c), c.req.valid('query'))
  return c.json({ success: true, data: page.downloads, nextCursor: page.nextCursor })
})
