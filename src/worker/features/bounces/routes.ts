import { Hono } from 'hono'
import { Problem } from '../../core/problem.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { readBody } from '../../http/read-body.ts'
import { shopDeps } from '../../http/shop-deps.ts'
import { readMailReport, verifyStandardWebhook } from '../../providers/resend-webhook.ts'
import { followReport } from './follow-report.ts'

const MAX_REPORT_BYTES = 256 * 1024

/** The provider's webhook with reports about the mails that it accepted. */
export const bounceRoutes = new Hono<AppEnv>().post('/resend', async (c) => {
  const deps = shopDeps(c)
  const rawBody = await readBody(c, MAX_REPORT_BYTES)
  const now = Date.now()
  if (!verifyStandardWebhook(deps.config.resendWebhookSecret, rawBody, c.req.raw.headers)) {
    throw new Problem(400, 'The signature is not valid.', {
      event: { kind: 'webhook_refused', detail: 'resend' },
    })
  }
  const report = readMailReport(rawBody)
  const message = report ? await followReport(deps, report, now) : 'ignored'
  return c.json({ success: true, message })
})
