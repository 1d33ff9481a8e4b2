import { Hono } from 'hono'
import type { AppEnv } from '../../http/app-env.ts'
import { leaseKeyOf } from '../../providers/lease-key.ts'

/** An hour: a rotation keeps the previous key for longer than that. */
const CACHE = 'public, max-age=3600'

/** The public keys that verify leases (RFC 7517), for scripts. */
export const jwksRoutes = new Hono<AppEnv>().get('/jwks.json', async (c) => {
  const { publicKeys } = await leaseKeyOf(c.get('config'))
  return c.json({ keys: publicKeys }, 200, { 'Cache-Control': CACHE })
})
