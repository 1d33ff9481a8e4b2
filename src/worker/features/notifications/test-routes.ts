import { Hono } from 'hono'
import { toIso } from '../../core/time.ts'
import { commit } from '../../db/client.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { ownPagesOnly } from '../../http/origin-guard.ts'
import { limitRate } from '../../http/rate-limit.ts'
import { requireViewer, signedIn } from '../../http/viewer.ts'
import type { UserMessage } from './contract.ts'
import { dispatchAfterAnswer } from './dispatch-after-answer.ts'
import { enqueueUserMessages } from './writes.ts'

const TESTS = { burst: 5, refillSeconds: 30 }

/** To one's own screens, on the same road as every notification. A GET with an effect: only our own pages may ask. */
export const testNotificationRoutes = new Hono<AppEnv>().get('/', ownPagesOnly, signedIn, async (c) => {
  const { id: userId } = await requireViewer(c)
  await limitRate(c.env, `test-notification:${userId}`, TESTS)
  const [db, now] = [c.get('db'), Date.now()]
  const key = `test-notification:${crypto.randomUUID()}`
  await commit(db, [enqueueUserMessages(db, { key, userId, messages: [testMessage(key, now)], now })])
  dispatchAfterAnswer(c, [key])
  return c.json({ success: true, message: 'Test notification sent' })
})

function testMessage(id: string, now: number): UserMessage {
  const timestamp = toIso(now)
  const message = 'Notifications reach this screen.'
  const data = { id, type: 'info' as const, title: 'Test notification', message, timestamp, read: false }
  return { type: 'notification', timestamp, data }
}
