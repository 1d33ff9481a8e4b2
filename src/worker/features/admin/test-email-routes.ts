import { Hono } from 'hono'
import type { AppEnv } from '../../http/app-env.ts'
import { idParam } from '../../http/id-param.ts'
import { ownPagesOnly } from '../../http/origin-guard.ts'
import { limitRate } from '../../http/rate-limit.ts'
import { validate } from '../../http/validate.ts'
import { adminOnly, requireViewer } from '../../http/viewer.ts'
import { dispatchAfterAnswer } from '../notifications/dispatch-after-answer.ts'
import { sendTestEmail } from './test-email.ts'

const TESTS = { burst: 20, refillSeconds: 30 }

/** A GET with an effect: only our own pages may ask. */
export const testEmailRoutes = new Hono<AppEnv>().get(
  '/:id',
  ownPagesOnly,
  adminOnly,
  validate('param', idParam),
  async (c) => {
    const admin = await requireViewer(c)
    await limitRate(c.env, `test-email:${admin.id}`, TESTS)
    const [db, now] = [c.get('db'), Date.now()]
    const result = await sendTestEmail(db, c.get('config'), admin, c.req.valid('param').id, now)
    dispatchAfterAnswer(c, [result.deliveryKey])
    return c.json({ success: true, message: `A test mail is on its way to ${admin.email}`, result })
  },
)
