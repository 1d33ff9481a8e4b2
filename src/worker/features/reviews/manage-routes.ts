import { Hono } from 'hono'
import { z } from 'zod'
import {
  answerReviewSchema,
  approveReviewSchema,
  REVIEW_STATES,
  rejectReviewSchema,
} from '#shared/reviews/contract.ts'
import { actorOf } from '../../http/actor.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { idParam } from '../../http/id-param.ts'
import { momentPageQuery, toMomentPage } from '../../http/moment-paging.ts'
import { adminOnly } from '../../http/permissions.ts'
import { coreDeps } from '../../http/shop-deps.ts'
import { jsonOnly, validate } from '../../http/validate.ts'
import { answer, approve, reject } from './decide-review.ts'
import { listManaged } from './store.ts'
import { toManaged } from './views.ts'

const listQuery = momentPageQuery
  .omit({ q: true })
  .extend({ state: z.enum(REVIEW_STATES).default('pending') })

/** Decisions on reviews. No route changes a rating or a text. */
export const reviewManagement = new Hono<AppEnv>()
  .use(adminOnly)
  .get('/', validate('query', listQuery), async (c) => {
    const query = c.req.valid('query')
    const { rows, nextCursor } = toMomentPage(await listManaged(c.get('db'), query), query.limit)
    return c.json({ success: true, data: rows.map(toManaged), nextCursor })
  })
  .post(
    '/:id/approve',
    validate('param', idParam),
    jsonOnly,
    validate('json', approveReviewSchema),
    async (c) => {
      const { revision } = c.req.valid('json')
      await approve(coreDeps(c), c.req.valid('param').id, await actorOf(c), revision, Date.now())
      return c.json({ success: true, message: 'Review published' })
    },
  )
  .post(
    '/:id/reject',
    validate('param', idParam),
    jsonOnly,
    validate('json', rejectReviewSchema),
    async (c) => {
      await reject(coreDeps(c), c.req.valid('param').id, await actorOf(c), c.req.valid('json'), Date.now())
      return c.json({ success: true, message: 'Review rejected' })
    },
  )
  .post(
    '/:id/answer',
    validate('param', idParam),
    jsonOnly,
    validate('json', answerReviewSchema),
    async (c) => {
      const { answer: text } = c.req.valid('json')
      await answer(coreDeps(c), c.req.valid('param').id, await actorOf(c), text, Date.now())
      return c.json({ success: true, message: 'Answer published' })
    },
  )
