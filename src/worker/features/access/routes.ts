import { Hono } from 'hono'
import { channelChoiceSchema } from '#shared/access/contract.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { idParam } from '../../http/id-param.ts'
import { pageQuery } from '../../http/paging.ts'
import { requireViewer, viewerBatch } from '../../http/session.ts'
import { jsonOnly, validate } from '../../http/validate.ts'
import { chooseChannel } from './choose-channel.ts'
import { listMyProducts } from './list-my-products.ts'

export const accessRoutes = new Hono<AppEnv>().get('/', validate('query', pageQuery), async (c) => {
  const page = await listMyProducts(viewerBatch(c), c.req.valid('query'), Date.now())
  return c.json({ success: true, data: page.products, nextCursor: page.nextCursor })
})

/** For owners: stable releases only, or beta versions too. */
export const channelRoutes = new Hono<AppEnv>().put(
  '/:id/channel',
  jsonOnly,
  validate('param', idParam),
  validate('json', channelChoiceSchema),
  async (c) => {
    const viewer = await requireViewer(c)
    const choice = { productId: c.req.valid('param').id, channel: c.req.valid('json').channel }
    await chooseChannel(c.get('db'), viewer.id, choice, Date.now())
    return c.json({ success: true, data: { channel: choice.channel } })
  },
)
