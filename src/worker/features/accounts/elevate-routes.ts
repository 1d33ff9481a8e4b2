import { Hono } from 'hono'
import { elevateSchema } from '#shared/accounts/contract.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { clientIp } from '../../http/client-ip.ts'
import { limitRate } from '../../http/rate-limit.ts'
import { coreDeps } from '../../http/shop-deps.ts'
import { jsonOnly, validate } from '../../http/validate.ts'
import { elevatePermissions } from './elevate-permissions.ts'

/** No shared limit: 24 random characters cannot be guessed, and strangers could lock the key's owner out. */
const PER_ADDRESS = { burst: 5, refillSeconds: 300 }

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
    const { username } = await elevatePermissions(coreDeps(c), c.req.valid('json'), clientIp(c), Date.now())
    return c.json({ success: true, message: `${username} is an admin now` })
  },
)
