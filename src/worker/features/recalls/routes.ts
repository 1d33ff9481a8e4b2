import { Hono } from 'hono'
import type { AppEnv } from '../../http/app-env.ts'
import { idParam } from '../../http/id-param.ts'
import { signedIn } from '../../http/permissions.ts'
import { requireViewer, viewerBatch } from '../../http/session.ts'
import { validate } from '../../http/validate.ts'
import { confirmRecall, listUnconfirmed } from './confirm-recall.ts'

/** The recalls that concern the viewer, below /api/recalls. */
export const recallRoutes = new Hono<AppEnv>()
  .get('/', async (c) => {
    return c.json({ success: true, data: await listUnconfirmed(c.get('db'), viewerBatch(c)) })
  })

  .post('/:id/seen', signedIn, validate('param', idParam), async (c) => {
    const viewer = await requireViewer(c)
    await confirmRecall(c.get('db'), c.req.valid('param').id, viewer.id, Date.now())
    return c.json({ success: true, message: 'Thank you. We noted that you read this.' })
  })
