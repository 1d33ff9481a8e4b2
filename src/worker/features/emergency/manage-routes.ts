import { Hono } from 'hono'
import { issueLinkSchema } from '#shared/emergency/contract.ts'
import { actorOf } from '../../http/actor.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { idParam } from '../../http/id-param.ts'
import { momentPageQuery, toMomentPage } from '../../http/moment-paging.ts'
import { adminOnly } from '../../http/permissions.ts'
import { limitRate } from '../../http/rate-limit.ts'
import { jsonOnly, validate } from '../../http/validate.ts'
import { issueLink } from './issue-link.ts'
import { withdrawLink } from './revoke-link.ts'
import { listLinks } from './store.ts'
import { toLinkView } from './views.ts'

const ISSUED = { burst: 20, refillSeconds: 60 }

/** Below /api/secure-management/emergency-links. */
export const emergencyManagement = new Hono<AppEnv>()
  .use(adminOnly)
  .get('/', validate('query', momentPageQuery), async (c) => {
    const page = c.req.valid('query')
    const now = Date.now()
    const found = await listLinks(c.get('db'), page)
    const { rows, nextCursor } = toMomentPage(
      found.map(({ link, productName }) => ({ ...link, productName })),
      page.limit,
    )
    const data = rows.map(({ productName, ...link }) => toLinkView(link, productName, now))
    return c.json({ success: true, data, nextCursor })
  })
  .post('/', jsonOnly, validate('json', issueLinkSchema), async (c) => {
    const admin = await actorOf(c)
    await limitRate(c.env, `emergency:issue:${admin.id}`, ISSUED)
    const deps = { db: c.get('db'), config: c.get('config') }
    const data = await issueLink(deps, admin, c.req.valid('json'), Date.now())
    return c.json({ success: true, message: 'Emergency link issued. It is shown this once.', data }, 201)
  })
  .post('/:id/revoke', validate('param', idParam), async (c) => {
    await withdrawLink(c.get('db'), await actorOf(c), c.req.valid('param').id, Date.now())
    return c.json({ success: true, message: 'Emergency link revoked' })
  })
