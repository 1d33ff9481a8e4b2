import { type Context, Hono } from 'hono'
import { draftChangeSchema, publishSchema, yankSchema } from '#shared/releases/contract.ts'
import { actorOf } from '../../http/actor.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { idParam } from '../../http/id-param.ts'
import { adminOnly } from '../../http/permissions.ts'
import { jsonIfAny, jsonOnly, validate } from '../../http/validate.ts'
import { findManagedProduct } from '../catalogue/find-managed-product.ts'
import { changeDraft, noSuchRelease, publishRelease, removeDraft, yankRelease } from './change-release.ts'
import { previewRecall } from './recall-audience.ts'

/** The admins' actions on releases. Every change responds with the product as it is then, with all of its releases. */
export const releaseManagement = new Hono<AppEnv>()
  .post(
    '/:id/publish',
    adminOnly,
    jsonIfAny,
    validate('param', idParam),
    validate('json', publishSchema),
    async (c) => {
      const { silent } = c.req.valid('json')
      const now = Date.now()
      const id = await publishRelease(c.get('db'), await actorOf(c), c.req.valid('param').id, silent, now)
      return c.json({ success: true, data: await shown(c, id), message: 'Release Published' })
    },
  )

  .post(
    '/:id/yank',
    adminOnly,
    jsonOnly,
    validate('param', idParam),
    validate('json', yankSchema),
    async (c) => {
      const { reason } = c.req.valid('json')
      const now = Date.now()
      const id = await yankRelease(c.get('db'), await actorOf(c), c.req.valid('param').id, reason, now)
      return c.json({ success: true, data: await shown(c, id), message: 'Release Withdrawn' })
    },
  )

  .get('/:id/recall', adminOnly, validate('param', idParam), async (c) => {
    const data = await previewRecall(c.get('db'), c.req.valid('param').id)
    if (data === null) throw noSuchRelease()
    return c.json({ success: true, data })
  })

  .patch(
    '/:id',
    adminOnly,
    jsonOnly,
    validate('param', idParam),
    validate('json', draftChangeSchema),
    async (c) => {
      const now = Date.now()
      const change = c.req.valid('json')
      const id = await changeDraft(c.get('db'), await actorOf(c), c.req.valid('param').id, change, now)
      return c.json({ success: true, data: await shown(c, id), message: 'Draft Updated' })
    },
  )

  .delete('/:id', adminOnly, validate('param', idParam), async (c) => {
    const now = Date.now()
    const id = await removeDraft(c.env, c.get('db'), await actorOf(c), c.req.valid('param').id, now)
    return c.json({ success: true, data: await shown(c, id), message: 'Draft Deleted' })
  })

const shown = (c: Context<AppEnv>, id: number) => findManagedProduct(c.get('db'), id, Date.now())
