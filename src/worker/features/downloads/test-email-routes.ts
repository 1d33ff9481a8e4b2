import { Hono } from 'hono'
import type { AppEnv } from '../../http/app-env.ts'
import { idParam } from '../../http/id-param.ts'
import { ownPagesOnly } from '../../http/origin-guard.ts'
import { adminOnly } from '../../http/permissions.ts'
import { limitRate } from '../../http/rate-limit.ts'
import { requireViewer } from '../../http/session.ts'
import { coreDeps } from '../../http/shop-deps.ts'
import { validate } from '../../http/validate.ts'
import { sendTestEmail } from './send-test-email.ts'

const TESTS = { burst: 20, refillSeconds: 30 }

/** A GET that sends a mail: only our own pages may call it. */
export const testEmailRoutes = new Hono<AppEnv>().get(
  '/:id',
  ownPagesOnly,
  adminOnly,
  validate('param', idParam),
  async (c) => {
    const admin = await requireViewer(c)
    await limitRate(c.env, `test-email:${admin.id}`, TESTS)
    const result = await sendTestEmail(coreDeps(c), admin, c.req.valid('param').id, Date.now())
    return c.json({ success: true, message: `A test mail is on its way to ${admin.email}`, result })
  },
)
