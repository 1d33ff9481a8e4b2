import { Hono } from 'hono'
import type { AppEnv } from '../../http/app-env.ts'
import { ownPagesOnly } from '../../http/origin-guard.ts'
import { viewerBatch } from '../../http/session.ts'
import { coreDeps } from '../../http/shop-deps.ts'
import { sendTestNotification } from './send-test-notification.ts'

/** A notification to the user's own screens. A GET with an effect: only our own pages may call. */
export const testNotificationRoutes = new Hono<AppEnv>().get('/', ownPagesOnly, async (c) => {
  await sendTestNotification(coreDeps(c), viewerBatch(c), Date.now())
  return c.json({ success: true, message: 'Test notification sent' })
})
