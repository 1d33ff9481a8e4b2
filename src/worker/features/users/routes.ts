import { Hono } from 'hono'
import { z } from 'zod'
import { CLOSED_STATES } from '#shared/users/contract.ts'
import { actorOf } from '../../http/actor.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { idParam } from '../../http/id-param.ts'
import { momentPageQuery } from '../../http/moment-paging.ts'
import { pageQuery } from '../../http/paging.ts'
import { adminOnly } from '../../http/permissions.ts'
import { requireViewer } from '../../http/session.ts'
import { validate } from '../../http/validate.ts'
import { listUsers } from './list-users.ts'
import { paged, readGrants, readUser } from './read-user.ts'
import { readKeyCursor } from './search-rules.ts'
import {
  listCommissions,
  listDownloads,
  listHistory,
  listMails,
  listNotes,
  listPurchases,
  listSubscriptions,
} from './store.ts'
import {
  toCommission,
  toDownload,
  toHistoryEntry,
  toMail,
  toNote,
  toPurchase,
  toSubscription,
} from './views.ts'

const listQuery = momentPageQuery.extend({
  cursor: z
    .union([
      z
        .string()
        .max(300)
        .transform((text, context) => {
          const key = readKeyCursor(text)
          if (key !== null) return key
          context.addIssue('This is not a valid cursor.')
          return z.NEVER
        }),
      momentPageQuery.shape.cursor.unwrap(),
    ])
    .optional(),
  role: z.literal('admin').optional(),
  state: z.enum(CLOSED_STATES).optional(),
})

const id = validate('param', idParam)
const page = validate('query', pageQuery.omit({ q: true }))

/** Reads of accounts for admins, under /api/secure-management/users like the actions on accounts. */
export const userManagement = new Hono<AppEnv>()
  .use(adminOnly)
  .get('/', validate('query', listQuery), async (c) => {
    const { publicUrl } = c.get('config')
    const { rows, nextCursor } = await listUsers(c.get('db'), publicUrl, c.req.valid('query'))
    return c.json({ success: true, data: rows, nextCursor })
  })
  .get('/:id', id, async (c) => {
    const [viewer, { publicUrl }] = [await requireViewer(c), c.get('config')]
    const data = await readUser(c.get('db'), publicUrl, viewer, c.req.valid('param').id, Date.now())
    return c.json({ success: true, data })
  })
  .get('/:id/purchases', id, page, async (c) => {
    const params = c.req.valid('query')
    const rows = await listPurchases(c.get('db'), c.req.valid('param').id, params)
    return c.json({ success: true, ...paged(rows, toPurchase, params) })
  })
  .get('/:id/grants', id, page, async (c) => {
    const found = await readGrants(c.get('db'), c.req.valid('param').id, c.req.valid('query'), Date.now())
    return c.json({ success: true, ...found })
  })
  .get('/:id/subscriptions', id, page, async (c) => {
    const params = c.req.valid('query')
    const rows = await listSubscriptions(c.get('db'), c.req.valid('param').id, params)
    return c.json({ success: true, ...paged(rows, toSubscription, params) })
  })
  .get('/:id/downloads', id, page, async (c) => {
    const params = c.req.valid('query')
    const rows = await listDownloads(c.get('db'), c.req.valid('param').id, params)
    return c.json({ success: true, ...paged(rows, toDownload, params) })
  })
  .get('/:id/mails', id, page, async (c) => {
    const params = c.req.valid('query')
    const rows = await listMails(c.get('db'), c.req.valid('param').id, params)
    return c.json({ success: true, ...paged(rows, toMail, params) })
  })
  .get('/:id/commissions', id, page, async (c) => {
    const params = c.req.valid('query')
    const rows = await listCommissions(c.get('db'), c.req.valid('param').id, params)
    return c.json({ success: true, ...paged(rows, toCommission, params) })
  })
  .get('/:id/notes', id, page, async (c) => {
    const [params, actor] = [c.req.valid('query'), await actorOf(c)]
    const rows = await listNotes(c.get('db'), c.req.valid('param').id, params)
    return c.json({ success: true, ...paged(rows, (note) => toNote(note, actor.id), params) })
  })
  .get('/:id/history', id, page, async (c) => {
    const params = c.req.valid('query')
    const rows = await listHistory(c.get('db'), c.req.valid('param').id, params)
    return c.json({ success: true, ...paged(rows, toHistoryEntry, params) })
  })
