import type { Context } from 'hono'
import type { AppEnv } from '../../http/app-env.ts'
import { clientIp } from '../../http/client-ip.ts'
import { limitRate } from '../../http/rate-limit.ts'

const PER_ADDRESS = { burst: 60, refillSeconds: 10 }

/** One limit for checks and downloads, so that no key can be guessed. @throws Problem 429 */
export async function limitEmergency(c: Context<AppEnv>): Promise<void> {
  const ip = clientIp(c)
  if (ip) await limitRate(c.env, `emergency:ip:${ip}`, PER_ADDRESS)
}
