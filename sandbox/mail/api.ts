import { type Context, Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { BoxApp } from '../box.ts'
import { takeFault } from '../faults/store.ts'
import { mailSchema } from './mail.ts'
import { acceptMail } from './store.ts'

const slowMs = 5_000

/** An error in Resend's shape. */
function refuse(c: Context, statusCode: ContentfulStatusCode, name: string, message: string): Response {
  return c.json({ statusCode, name, message }, statusCode)
}

/** Plays api.resend.com. */
export const mailApi = new Hono<BoxApp>()
  .use(async (c, next) => {
    const key = /^Bearer (.+)$/.exec(c.req.header('authorization') ?? '')?.[1]
    if (!key) return refuse(c, 401, 'missing_api_key', 'Missing API key in the authorization header.')
    if (!key.startsWith('re_')) return refuse(c, 403, 'invalid_api_key', 'API key is invalid.')
    await next()
  })
  .post('/emails', async (c) => {
    const body: unknown = await c.req.json().catch(() => null)
    const mode = takeFault(c.env, 'mail')
    if (mode === 'fail') return refuse(c, 500, 'internal_server_error', 'An unexpected error occurred.')
    if (mode === 'rate-limit') {
      c.header('retry-after', '1')
      return refuse(
        c,
        429,
        'rate_limit_exceeded',
        'Too many requests. You can only make 10 requests per second.',
      )
    }
    if (mode === 'slow') await scheduler.wait(slowMs)

    const mail = mailSchema.safeParse(body)
    if (!mail.success) {
      const field = mail.error.issues[0]?.path.join('.') ?? 'body'
      return refuse(c, 422, 'validation_error', `Missing or invalid \`${field}\` field.`)
    }
    if (!mail.data.html && !mail.data.text) {
      return refuse(c, 422, 'validation_error', 'Missing `html` or `text` field.')
    }
    const key = c.req.header('idempotency-key') ?? null
    if (key !== null && (key.length < 1 || key.length > 256)) {
      return refuse(c, 400, 'invalid_idempotency_key', 'The key must be between 1-256 chars.')
    }
    const id = c.env.transact(() => acceptMail(c.env, mail.data, key, Date.now()))
    await c.env.arm()
    if (mode === 'fail-after-accept') {
      return refuse(c, 500, 'internal_server_error', 'An unexpected error occurred.')
    }
    return c.json({ id })
  })
  .notFound((c) => refuse(c, 404, 'not_found', 'The requested endpoint does not exist.'))
