import { Hono } from 'hono'
import { elevateSchema } from '#shared/accounts/contract.ts'
import { loginKey } from '#shared/accounts/login-key.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { clientIp } from '../../http/client-ip.ts'
import { limitRate } from '../../http/rate-limit.ts'
import { coreDeps } from '../../http/shop-deps.ts'
import { jsonOnly, validate } from '../../http/validate.ts'
import { elevatePermissions } from './elevate-permissions.ts'
import { isKnownDevice } from './known-device.ts'

const PER_ADDRESS = { burst: 5, refillSeconds: 300 }
/** Of all browsers in which the named account has not logged in. */
const STRANGERS = { most: 30, inSeconds: 3600 }
/** Of browsers in which the named account has logged in: strangers cannot lock out the owner of the key. */
const KNOWN = { most: 5, inSeconds: 900 }

export const elevateRoutes = new Hono<AppEnv>().post(
  '/elevate-permissions',
  async (c, next) => {
    if (c.get('config').adminKey === null) return c.notFound()
    const ip = clientIp(c)
    if (ip) await limitRate(c.env, `elevate:ip:${ip}`, PER_ADDRESS)
    return next()
  },
  jsonOnly,
  validate('json', elevateSchema),
  async (c) => {
    const input = c.req.valid('json')
    if (await isKnownDevice(c, input.username, null))
      await limitRate(c.env, `elevate:known:${loginKey(input.username)}`, KNOWN)
    else await limitRate(c.env, 'elevate:strangers', STRANGERS)
    const { username } = await elevatePermissions(coreDeps(c), input, clientIp(c), Date.now())
    return c.json({ success: true, message: `${username} is an admin now` })
  },
)
