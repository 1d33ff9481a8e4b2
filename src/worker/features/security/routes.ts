import { Hono } from 'hono'
import { z } from 'zod'
import { eventFilterSchema } from '#shared/security/contract.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { momentPageQuery, toMomentPage } from '../../http/moment-paging.ts'
import { pageQuery, toPage } from '../../http/paging.ts'
import { adminOnly } from '../../http/permissions.ts'
import { requireViewer } from '../../http/session.ts'
import { validate } from '../../http/validate.ts'
import { readCursor, writeCursor } from '../accounts/session-handle-rules.ts'
import { countByKind, listActs, listEvents, listStaffFactors, listStaffSessions } from './store.ts'
import { toAct, toCount, toEvent, toStaffFactors, toStaffSession } from './views.ts'

const actsQuery = pageQuery.omit({ q: true })
const staffQuery = momentPageQuery.omit({ q: true })
const eventsQuery = staffQuery.extend(eventFilterSchema.shape)
const sessionsQuery = actsQuery.extend({
  cursor: z
    .string()
    .transform(readCursor)
    .refine((cursor) => cursor !== null, 'This is not a cursor of this list')
    .optional(),
})

/** The lists of the Security tab. Each list is one round trip. Sessions are ended at `/users/:id/end-sessions`. */
export const securityRoutes = new Hono<AppEnv>()
  .use(adminOnly)
  .get('/', async (c) => {
    const found = await countByKind(c.get('db'), Date.now())
    const data = found.map(toCount).toSorted((a, b) => b.week - a.week)
    return c.json({ success: true, data, nextCursor: null })
  })

  .get('/events', validate('query', eventsQuery), async (c) => {
    const { kind, ...page } = c.req.valid('query')
    const { rows, nextCursor } = toMomentPage(await listEvents(c.get('db'), page, { kind }), page.limit)
    return c.json({ success: true, data: rows.map(toEvent), nextCursor })
  })

  .get('/sessions', validate('query', sessionsQuery), async (c) => {
    const { limit, cursor } = c.req.valid('query')
    const { sessionId } = await requireViewer(c)
    const found = await listStaffSessions(c.get('db'), { limit, cursor: cursor ?? undefined }, Date.now())
    const rows = found.slice(0, limit)
    const last = found.length > limit ? rows.at(-1) : undefined
    const data = rows.map(toStaffSession(sessionId))
    return c.json({ success: true, data, nextCursor: last ? writeCursor(last) : null })
  })

  .get('/staff', validate('query', staffQuery), async (c) => {
    const page = c.req.valid('query')
    const { rows, nextCursor } = toMomentPage(await listStaffFactors(c.get('db'), page), page.limit)
    return c.json({ success: true, data: rows.map(toStaffFactors), nextCursor })
  })

  .get('/acts', validate('query', actsQuery), async (c) => {
    const page = c.req.valid('query')
    const { rows, nextCursor } = toPage(await listActs(c.get('db'), page), page.limit)
    return c.json({ success: true, data: rows.map(toAct), nextCursor })
  })
