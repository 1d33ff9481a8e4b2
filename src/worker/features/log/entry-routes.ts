import { Hono } from 'hono'
import { z } from 'zod'
import { hashPrefixSchema } from '#shared/log/contract.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { pageQuery } from '../../http/paging.ts'
import { validate } from '../../http/validate.ts'
import { findCheckpoint, listEntries, placeIn, readEntry } from './read-log.ts'

const entryQuery = pageQuery.pick({ limit: true }).extend({
  /** From 0, unlike the ids of other lists. */
  cursor: z
    .string()
    .regex(/^\d{1,12}$/, 'This is not a valid cursor.')
    .transform(Number)
    .optional(),
  hash: hashPrefixSchema.optional(),
})

/** The public log as the shop's pages show it. */
export const entryRoutes = new Hono<AppEnv>()
  .get('/', validate('query', entryQuery), async (c) => {
    const { entries, nextCursor } = await listEntries(c.get('db'), c.req.valid('query'))
    return c.json({ success: true, data: entries, nextCursor })
  })

  .get('/checkpoint', async (c) => c.json({ success: true, data: await findCheckpoint(c.get('db')) }))

  .get('/:index', async (c) =>
    c.json({ success: true, data: await readEntry(c.get('db'), placeIn(c.req.param('index'))) }),
  )
