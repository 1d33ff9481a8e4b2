import { Hono } from 'hono'
import { downloadTokenSchema, type OpenedFile } from '#shared/downloads/contract.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { downloadNetwork } from '../../http/client-ip.ts'
import { coreDeps } from '../../http/shop-deps.ts'
import { jsonOnly, validate } from '../../http/validate.ts'
import { checkMailedLink, openMailedLink } from './open-mailed-link.ts'

/** Below /api/download: the two calls of the page of a mailed link. The link is the only proof; no session is read. */
export const mailedLinkRoutes = new Hono<AppEnv>()
  .post('/link', jsonOnly, validate('json', downloadTokenSchema), async (c) => {
    const asked = { token: c.req.valid('json').token, network: downloadNetwork(c) }
    const data = await checkMailedLink(coreDeps(c), asked, Date.now())
    return c.json({ success: true, data })
  })
  .post('/link/open', jsonOnly, validate('json', downloadTokenSchema), async (c) => {
    const asked = { token: c.req.valid('json').token, network: downloadNetwork(c) }
    const data: OpenedFile = { url: await openMailedLink(coreDeps(c), asked, Date.now()) }
    return c.json({ success: true, data })
  })
