import { Hono } from 'hono'
import { REVIEWS_PER_PAGE, reviewFormSchema } from '#shared/reviews/contract.ts'
import { Problem } from '../../core/problem.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { idParam } from '../../http/id-param.ts'
import { momentPageQuery, toMomentPage } from '../../http/moment-paging.ts'
import { signedIn, signedInByBatch } from '../../http/permissions.ts'
import { limitRate } from '../../http/rate-limit.ts'
import { requireViewer, viewerBatch } from '../../http/session.ts'
import { jsonOnly, validate } from '../../http/validate.ts'
import { roundAverage } from './rules.ts'
import { listLatest, listPublished } from './store.ts'
import { readOwn, submitReview, withdrawReview } from './submit-review.ts'
import { toLatest, toReview } from './views.ts'

/** Each version costs somebody of the shop a decision. */
const PER_USER = { burst: 10, refillSeconds: 600 }

const listQuery = momentPageQuery.omit({ q: true }).extend({
  limit: momentPageQuery.shape.limit.default(REVIEWS_PER_PAGE),
})

/** The published reviews of a product, by its id or slug. */
export const productReviewRoutes = new Hono<AppEnv>().get(
  '/:id/reviews',
  validate('query', listQuery),
  async (c) => {
    const [id, page] = [c.req.param('id'), c.req.valid('query')]
    const found = await listPublished(c.get('db'), /^\d{1,15}$/.test(id) ? Number(id) : id, page)
    if (!found) throw new Problem(404, 'There is no such product.')
    const { rows, nextCursor } = toMomentPage(found.rows, page.limit)
    const summary = { count: found.count, average: roundAverage(found.average) }
    return c.json({ success: true, data: rows.map(toReview), summary, nextCursor })
  },
)

/** The newest published reviews of all products. */
export const reviewRoutes = new Hono<AppEnv>().get('/latest', async (c) => {
  const rows = await listLatest(c.get('db'))
  return c.json({ success: true, data: rows.map(toLatest) })
})

/** The account's own review of the product `:id`. */
export const ownReviewRoutes = new Hono<AppEnv>()
  .get('/:id', signedInByBatch, validate('param', idParam), async (c) => {
    const data = await readOwn(c.get('db'), viewerBatch(c), c.req.valid('param').id)
    return c.json({ success: true, data })
  })
  .put(
    '/:id',
    signedIn,
    validate('param', idParam),
    jsonOnly,
    validate('json', reviewFormSchema),
    async (c) => {
      const { id: userId } = await requireViewer(c)
      await limitRate(c.env, `review:${userId}`, PER_USER)
      const data = await submitReview(
        c.get('db'),
        userId,
        c.req.valid('param').id,
        c.req.valid('json'),
        Date.now(),
      )
      return c.json({
        success: true,
        data,
        message: 'Thank you. We read every review before it is published.',
      })
    },
  )
  .delete('/:id', signedIn, validate('param', idParam), async (c) => {
    const { id: userId } = await requireViewer(c)
    await withdrawReview(c.get('db'), userId, c.req.valid('param').id)
    return c.json({ success: true, message: 'Review withdrawn' })
  })
