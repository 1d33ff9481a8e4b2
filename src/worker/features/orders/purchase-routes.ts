import { Hono } from 'hono'
import { z } from 'zod'
import { PAYMENT_STATUSES, PURCHASE_TYPES } from '#shared/payments/contract.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { pageQuery } from '../../http/paging.ts'
import { adminOnly } from '../../http/permissions.ts'
import { validate } from '../../http/validate.ts'
import { listPurchases } from './list-purchases.ts'
import { cursorField } from './order-cursor.ts'

const rowId = z.coerce.number().int().positive()
const day = z.iso.date('Please give a day as 2026-11-21')

const listQuery = pageQuery.extend({
  cursor: cursorField,
  type: z.enum(PURCHASE_TYPES).default('one-time'),
  status: z.enum(PAYMENT_STATUSES).optional(),
  product: rowId.optional(),
  from: day.optional(),
  to: day.optional(),
  flagged: z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .optional(),
  /** The account whose orders are listed. */
  user: rowId.optional(),
})

/** The routes below /api/secure-management/purchases. */
export const orderListRoutes = new Hono<AppEnv>()
  .use(adminOnly)
  .get('/', validate('query', listQuery), async (c) => {
    const { limit, cursor, ...filter } = c.req.valid('query')
    const { rows, nextCursor } = await listPurchases(c.get('db'), filter, { limit, cursor })
    return c.json({ success: true, data: rows, nextCursor })
  })
