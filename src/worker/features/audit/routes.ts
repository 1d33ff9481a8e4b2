import { Hono } from 'hono'
import { auditFilterSchema } from '#shared/audit/contract.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { pageQuery, toPage } from '../../http/paging.ts'
import { adminOnly } from '../../http/permissions.ts'
import { validate } from '../../http/validate.ts'
import { listEntries } from './store.ts'
import { toEntry } from './views.ts'

const listQuery = pageQuery
  .omit({ q: true })
  .extend(auditFilterSchema.shape)
  .refine(({ actor, action, subject }) => [actor, action, subject].filter(Boolean).length <= 1, {
    message: 'Filter by one at a time: actor, action or subject.',
  })

/** The audit log: actions with their actors. No route changes it. */
export const auditRoutes = new Hono<AppEnv>().get('/', adminOnly, validate('query', listQuery), async (c) => {
  const { limit, cursor, ...filter } = c.req.valid('query')
  const found = await listEntries(c.get('db'), filter, { limit, cursor })
  const { rows, nextCursor } = toPage(found.map(toEntry), limit)
  return c.json({ success: true, data: rows, nextCursor })
})
