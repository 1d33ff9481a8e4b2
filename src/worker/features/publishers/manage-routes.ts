import { type Context, Hono } from 'hono'
import { addKeySchema, keyActionSchema } from '#shared/publishers/contract.ts'
import { actorOf } from '../../http/actor.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { idParam } from '../../http/id-param.ts'
import { adminOnly } from '../../http/permissions.ts'
import { coreDeps } from '../../http/shop-deps.ts'
import { jsonOnly, validate } from '../../http/validate.ts'
import { addKey, confirmKey, keepKey, removeKey } from './change-key.ts'
import { listPublisherKeys } from './list-keys.ts'

const id = validate('param', idParam)
const password = validate('json', keyActionSchema)

/** The keys that may sign releases. Each change takes the admin's password, and responds with all keys. */
export const publisherManagement = new Hono<AppEnv>()
  .get('/', adminOnly, async (c) => c.json({ success: true, data: await shown(c), nextCursor: null }))

  .post('/', adminOnly, jsonOnly, validate('json', addKeySchema), async (c) => {
    await addKey(coreDeps(c), await actorOf(c), c.req.valid('json'), Date.now())
    return c.json({ success: true, data: await shown(c), message: 'Key Added' }, 201)
  })

  .post('/:id/confirm', adminOnly, jsonOnly, id, password, async (c) => {
    const action = { ...c.req.valid('param'), ...c.req.valid('json') }
    await confirmKey(coreDeps(c), await actorOf(c), action, Date.now())
    return c.json({ success: true, data: await shown(c), message: 'Change Confirmed' })
  })

  .post('/:id/remove', adminOnly, jsonOnly, id, password, async (c) => {
    const action = { ...c.req.valid('param'), ...c.req.valid('json') }
    await removeKey(coreDeps(c), await actorOf(c), action, Date.now())
    return c.json({ success: true, data: await shown(c), message: 'Removal Recorded' })
  })

  .post('/:id/keep', adminOnly, jsonOnly, id, password, async (c) => {
    const action = { ...c.req.valid('param'), ...c.req.valid('json') }
    await keepKey(coreDeps(c), await actorOf(c), action, Date.now())
    return c.json({ success: true, data: await shown(c), message: 'Removal Cancelled' })
  })

const shown = async (c: Context<AppEnv>) => listPublisherKeys(c.get('db'), (await actorOf(c)).id, Date.now())
