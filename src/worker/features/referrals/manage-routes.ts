import { Hono } from 'hono'
import { z } from 'zod'
import type { AppEnv } from '../../http/app-env.ts'
import { pageQuery, toPage } from '../../http/paging.ts'
import { adminOnly } from '../../http/permissions.ts'
import { validate } from '../../http/validate.ts'
import { listEntries } from './store.ts'
import { toEntry } from './views.ts'

const id = z.coerce.number().int().positive()

const listQuery = pageQuery
  .extend({ referrer: id.optional(), payout: id.optional() })
  .refine(({ referrer, payout }) => referrer === undefined || payout === undefined, {
    path: ['payout'],
    message: 'Give either an affiliate or a payout, not both',
  })

/** The commission ledger, for admins. */
export const referralManagement = new Hono<AppEnv>().get(
  '/',
  adminOnly,
  validate('query', listQuery),
  async (c) => {
    const query = c.req.valid('query')
    const { rows, nextCursor } = toPage(await listEntries(c.get('db'), query), query.limit)
    return c.json({ success: true, data: rows.map(toEntry), nextCursor })
  },
)
