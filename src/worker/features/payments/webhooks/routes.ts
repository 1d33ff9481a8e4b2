import { type Context, Hono } from 'hono'
import type { CollectingProvider } from '#shared/payments/contract.ts'
import { Problem } from '../../../core/problem.ts'
import type { AppEnv } from '../../../http/app-env.ts'
import { readBody } from '../../../http/read-body.ts'
import { shopDeps } from '../../../http/shop-deps.ts'
import { providerOf } from '../../../providers/payment-providers.ts'
import { receiveWebhook } from './receive-webhook.ts'

const MAX_EVENT_BYTES = 1024 * 1024

const receive = (name: CollectingProvider) => async (c: Context<AppEnv>) => {
  const deps = shopDeps(c)
  const provider = providerOf(deps.providers, name)
  if (!provider) throw new Problem(404, 'There is no webhook at this address.')
  const rawBody = await readBody(c, MAX_EVENT_BYTES)
  const outcome = await receiveWebhook(deps, provider, rawBody, c.req.raw.headers, Date.now())
  return c.json({ success: true, message: outcome })
}

export const webhookRoutes = new Hono<AppEnv>()
  .post('/stripe', receive('stripe'))
  .post('/coinbase', receive('coinbase'))
  .post('/btcpay', receive('btcpay'))
