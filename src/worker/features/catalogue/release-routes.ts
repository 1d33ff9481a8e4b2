import { Hono } from 'hono'
import { z } from 'zod'
import type { AppEnv } from '../../http/app-env.ts'
import { pageQuery } from '../../http/paging.ts'
import { validate } from '../../http/validate.ts'
import { listReleases } from './list-releases.ts'
import { readCursor } from './release-cursor-rules.ts'
import { renderFeed } from './render-feed.ts'

/** A feed reader polls about every hour. Releases that have left the feed are on the changelog page. */
const FEED_ENTRIES = 50

const releasePageQuery = pageQuery.pick({ limit: true }).extend({
  cursor: z
    .string()
    .transform(readCursor)
    .refine((cursor) => cursor !== null, 'This is not a valid cursor.')
    .optional(),
})

export const releaseRoutes = new Hono<AppEnv>()
  .get('/', validate('query', releasePageQuery), async (c) => {
    const { limit, cursor } = c.req.valid('query')
    const page = { limit, cursor: cursor ?? undefined }
    const { releases, nextCursor } = await listReleases(c.get('db'), page, Date.now())
    return c.json({ success: true, data: releases, nextCursor })
  })

  .get('/feed.xml', async (c) => {
    const { releases } = await listReleases(c.get('db'), { limit: FEED_ENTRIES }, Date.now())
    c.header('Content-Type', 'application/atom+xml; charset=utf-8')
    c.header('Cache-Control', 'public, max-age=300')
    return c.body(renderFeed(releases, c.get('config').publicUrl))
  })
