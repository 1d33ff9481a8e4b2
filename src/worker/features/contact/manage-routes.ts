import { Hono } from 'hono'
import { z } from 'zod'
import { answerSchema, MESSAGE_STATES } from '#shared/contact/contract.ts'
import { emailKey } from '../../core/email-address.ts'
import { actorOf } from '../../http/actor.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { idParam } from '../../http/id-param.ts'
import { momentPageQuery, toMomentPage } from '../../http/moment-paging.ts'
import { adminOnly } from '../../http/permissions.ts'
import { coreDeps } from '../../http/shop-deps.ts'
import { jsonOnly, validate } from '../../http/validate.ts'
import { answer } from './answer-message.ts'
import { close, reopen } from './close-message.ts'
import { readMessage } from './read-message.ts'
import { listMessages } from './store.ts'
import { toMessageRow } from './views.ts'

const listQuery = momentPageQuery.extend({
  state: z.enum(MESSAGE_STATES).default('open'),
  q: z.string().max(254).transform(emailKey).optional(),
})

/** The inbox: messages from visitors to the shop. */
export const contactManagement = new Hono<AppEnv>()
  .use(adminOnly)
  .get('/', validate('query', listQuery), async (c) => {
    const query = c.req.valid('query')
    const { rows, nextCursor } = toMomentPage(await listMessages(c.get('db'), query), query.limit)
    return c.json({ success: true, data: rows.map(toMessageRow), nextCursor })
  })
  .get('/:id', validate('param', idParam), async (c) => {
    const data = await readMessage(c.get('db'), c.req.valid('param').id)
    return c.json({ success: true, data })
  })
  .post('/:id/answer', jsonOnly, validate('param', idParam), validate('json', answerSchema), async (c) => {
    const { id } = c.req.valid('param')
    const { answer: text } = c.req.valid('json')
    await answer(coreDeps(c), id, await actorOf(c), text, Date.now())
    return c.json({ success: true, message: 'Answer sent' })
  })
  .post('/:id/close', validate('param', idParam), async (c) => {
    await close(c.get('db'), c.req.valid('param').id, await actorOf(c), Date.now())
    return c.json({ success: true, message: 'Message closed' })
  })
  .post('/:id/reopen', validate('param', idParam), async (c) => {
    await reopen(c.get('db'), c.req.valid('param').id, await actorOf(c), Date.now())
    return c.json({ success: true, message: 'Message opened again' })
  })
