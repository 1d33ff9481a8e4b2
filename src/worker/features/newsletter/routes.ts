import { Hono } from 'hono'
import { confirmNewsletterSchema } from '#shared/newsletter/contract.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { jsonOnly, validate } from '../../http/validate.ts'
import { confirmNewsletter } from './confirm-newsletter.ts'

export const newsletterRoutes = new Hono<AppEnv>().post(
  '/confirm',
  jsonOnly,
  validate('json', confirmNewsletterSchema),
  async (c) => {
    await confirmNewsletter(c.get('db'), c.req.valid('json').token, c.get('config'), Date.now())
    return c.json({ success: true, message: 'You are subscribed.' })
  },
)
