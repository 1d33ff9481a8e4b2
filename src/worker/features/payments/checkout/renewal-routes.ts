import { Hono } from 'hono'
import { renewPrepaidSchema } from '#shared/payments/contract.ts'
import type { AppEnv } from '../../../http/app-env.ts'
import { idParam } from '../../../http/id-param.ts'
import { signedIn } from '../../../http/permissions.ts'
import { limitRate } from '../../../http/rate-limit.ts'
import { requireViewer } from '../../../http/session.ts'
import { shopDeps } from '../../../http/shop-deps.ts'
import { jsonIfAny, validate } from '../../../http/validate.ts'
import { CHECKOUTS_PER_USER } from '../limits.ts'
import { renewPrepaid } from './renew-prepaid.ts'

export const renewalRoutes = new Hono<AppEnv>().post(
  '/:id/renew',
  signedIn,
  validate('param', idParam),
  jsonIfAny,
  validate('json', renewPrepaidSchema),
  async (c) => {
    const viewer = await requireViewer(c)
    await limitRate(c.env, `checkout:${viewer.id}`, CHECKOUTS_PER_USER)
    const month = { ...c.req.valid('param'), ...c.req.valid('json') }
    const data = await renewPrepaid(shopDeps(c), viewer, month, Date.now())
    return c.json({ success: true, data }, 201)
  },
)
