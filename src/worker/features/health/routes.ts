import { Hono } from 'hono'
import { logError } from '../../core/log-error.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { clientIp } from '../../http/client-ip.ts'
import { limitRate } from '../../http/rate-limit.ts'
import { catalogueStaleSeconds } from '../catalogue/read-catalogue.ts'
import { degradedServices, healthOf, healthWithoutDatabase } from './rules.ts'
import { readHealthFacts } from './store.ts'

/** Several monitors behind one address may ask every few seconds. */
const PER_NETWORK = { burst: 60, refillSeconds: 1 }

/** Below /api/health. */
export const healthRoutes = new Hono<AppEnv>().get('/', async (c) => {
  const ip = clientIp(c)
  if (ip !== null) await limitRate(c.env, `health:ip:${ip}`, PER_NETWORK)
  const [staleSeconds, facts] = await Promise.all([
    catalogueStaleSeconds(c),
    readHealthFacts(c.get('db')).catch((error: unknown) => {
      logError('health', { error })
      return null
    }),
  ])
  const health = facts ? healthOf(facts, staleSeconds, Date.now()) : healthWithoutDatabase(staleSeconds)
  if (health.status === 'ok') return c.json({ success: true, data: health })
  const message = `Degraded: ${degradedServices(health).join(', ')}`
  return c.json({ success: false, message, data: health }, 503)
})
