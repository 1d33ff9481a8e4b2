import { Hono } from 'hono'
import { z } from 'zod'
import type { AppEnv } from '../../http/app-env.ts'
import { pageQuery } from '../../http/paging.ts'
import { validate } from '../../http/validate.ts'
import { answerFromCatalogue, catalogueFor } from './read-catalogue.ts'
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
  .get('/', validate('query', releasePageQuery), (c) =>
    answerFromCatalogue(c, (catalogue) => {
      const { limit, cursor } = c.req.valid('query')
      const { releases, nextCursor } = catalogue.listReleases({ limit, cursor: cursor ?? undefined })
      return { success: true, data: releases, nextCursor }
    }),
  )

  .get('/feed.xml', async (c) => {
    const { releases } = (await catalogueFor(c)).listReleases({ limit: FEED_ENTRIES })
    c.header('Content-Type', 'application/atom+xml; charset=utf-8')
    c.header('Cache-Control', 'public, max-age=300')
    return c.body(renderFeed(releases, c.get('config').publicUrl))
  })
