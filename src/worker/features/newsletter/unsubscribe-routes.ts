import { Hono } from 'hono'
import { z } from 'zod'
import type { AppEnv } from '../../http/app-env.ts'
import { jsonOnly, validate } from '../../http/validate.ts'
import { unsubscribe } from './unsubscribe.ts'

const tokenQuery = z.object({ token: z.string().max(200) })

export const unsubscribeRoutes = new Hono<AppEnv>()
  // The token is the only proof: a mail program's one click (RFC 8058) has no session and comes from no page of ours.
  .post('/unsubscribe', validate('query', tokenQuery), async (c) => {
    await unsubscribe(c.get('db'), c.req.valid('query').token, c.get('config'), Date.now())
    return c.json({ success: true, message: 'You are unsubscribed.' })
  })

  // The page of the link sends the token in the body, so that no log of addresses has it.
  .post('/unsubscribe/confirm', jsonOnly, validate('json', tokenQuery), async (c) => {
    await unsubscribe(c.get('db'), c.req.valid('json').token, c.get('config'), Date.now())
    return c.json({ success: true, message: 'You are unsubscribed.' })
  })

  // Mail programs without one click open the same URL by GET: a person gets the page with the button.
  .get('/unsubscribe', validate('query', tokenQuery), (c) =>
    c.redirect(
      `${c.get('config').publicUrl}/unsubscribe#token=${encodeURIComponent(c.req.valid('query').token)}`,
    ),
  )
