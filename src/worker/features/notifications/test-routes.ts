import { Hono } from 'hono'
import type { AppEnv } from '../../http/app-env.ts'
import { ownPagesOnly } from '../../http/origin-guard.ts'
import { signedIn } from '../../http/permissions.ts'
import { limitRate } from '../../http/rate-limit.ts'
import { requireViewer } from '../../http/session.ts'
import { coreDeps } from '../../http/shop-deps.ts'
import { commitAndDispatch } from './dispatch-outbox.ts'
import { notification } from './message-rules.ts'
import { enqueueUserMessages } from './writes.ts'

const TESTS = { burst: 5, refillSeconds: 30 }

/** A notification to the user's own screens, through the outbox. A GET with an effect: only our own pages may call. */
export const testNotificationRoutes = new Hono<AppEnv>().get('/', ownPagesOnly, signedIn, async (c) => {
  const { id: userId } = await requireViewer(c)
  await limitRate(c.env, `test-notification:${userId}`, TESTS)
  const [deps, now] = [coreDeps(c), Date.now()]
  const key = `test-notification:${crypto.randomUUID()}`
  const title = 'Test notification'
  const message = 'Notifications reach this screen.'
  const messages = [notification({ id: key, type: 'info', title, message }, now)]
  await commitAndDispatch(deps, [enqueueUserMessages(deps.db, { key, userId, messages, now })], now)
  return c.json({ success: true, message: 'Test notification sent' })
})
