import { type Context, Hono } from 'hono'
import { type LicenceCall, licenceCallSchema } from '#shared/licences/contract.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { clientIp } from '../../http/client-ip.ts'
import { idParam } from '../../http/id-param.ts'
import { pageQuery } from '../../http/paging.ts'
import { signedIn, signedInByBatch } from '../../http/permissions.ts'
import { requireViewer, viewerBatch } from '../../http/session.ts'
import { coreDeps } from '../../http/shop-deps.ts'
import { jsonOnly, validate } from '../../http/validate.ts'
import { changeKey } from './change-key.ts'
import { limitCalls } from './limits.ts'
import { listLicences } from './list-licences.ts'
import { deactivateDevice, releaseDevice } from './release-device.ts'
import { LOCAL_NETWORK } from './rules.ts'
import { useLicence } from './use-licence.ts'

const call = validate('json', licenceCallSchema)

/** Called by scripts: the key is the only credential, from any origin. No cookie is read. */
export const licenceRoutes = new Hono<AppEnv>()
  .use(jsonOnly)
  .post('/activate', call, (c) => use(c, c.req.valid('json'), 'activate'))
  .post('/check', call, (c) => use(c, c.req.valid('json'), 'check'))
  .post('/deactivate', call, async (c) => {
    const input = c.req.valid('json')
    await limitCalls(c.env, input.licenceKey, clientIp(c))
    await deactivateDevice(coreDeps(c), input, Date.now())
    return c.json({ success: true, message: 'This device is no longer registered.' })
  })

async function use(c: Context<AppEnv>, input: LicenceCall, kind: 'activate' | 'check') {
  const ip = clientIp(c)
  await limitCalls(c.env, input.licenceKey, ip)
  const data = await useLicence(coreDeps(c), input, ip ?? LOCAL_NETWORK, kind, Date.now())
  return c.json({ success: true, data })
}

const deviceParam = idParam.extend({ deviceId: idParam.shape.id })

export const userLicenceRoutes = new Hono<AppEnv>()
  .get('/', signedInByBatch, validate('query', pageQuery), async (c) => {
    const page = c.req.valid('query')
    const { rows, nextCursor } = await listLicences(c.get('db'), viewerBatch(c), page, Date.now())
    return c.json({ success: true, data: rows, nextCursor })
  })
  .delete('/:id/devices/:deviceId', signedIn, validate('param', deviceParam), async (c) => {
    const viewer = await requireViewer(c)
    await releaseDevice(c.env, c.get('db'), viewer.id, c.req.valid('param'))
    return c.json({ success: true, message: 'The device was released.' })
  })
  .post('/:id/new-key', signedIn, validate('param', idParam), async (c) => {
    const viewer = await requireViewer(c)
    const { id } = c.req.valid('param')
    const licenceKey = await changeKey(c.env, c.get('db'), viewer.id, id)
    return c.json({ success: true, message: 'The old key no longer works.', data: { licenceKey } })
  })
