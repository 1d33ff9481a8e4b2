import { Hono } from 'hono'
import { createChargeSchema } from '#shared/payments/contract.ts'
import type { AppEnv } from '../../../http/app-env.ts'
import { reservationNetwork } from '../../../http/client-ip.ts'
import { signedInByBatch } from '../../../http/permissions.ts'
import { limitRate } from '../../../http/rate-limit.ts'
import { viewerBatch } from '../../../http/session.ts'
import { shopDeps } from '../../../http/shop-deps.ts'
import { jsonOnly, validate } from '../../../http/validate.ts'
import { CHECKOUTS_PER_USER } from '../limits.ts'
import { createCharge } from './create-charge.ts'

/** Serves both crypto providers; the specification names this route after Coinbase. */
export const coinbaseRoutes = new Hono<AppEnv>().post(
  '/create-charge',
  signedInByBatch,
  jsonOnly,
  validate('json', createChargeSchema),
  async (c) => {
    const batch = viewerBatch(c, ({ id }) => limitRate(c.env, `checkout:${id}`, CHECKOUTS_PER_USER))
    const order = { ...c.req.valid('json'), network: reservationNetwork(c) }
    const data = await createCharge(shopDeps(c), batch, order, Date.now())
    return c.json({ success: true, data }, 201)
  },
)
