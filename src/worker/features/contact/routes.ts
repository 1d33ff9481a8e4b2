import { Hono } from 'hono'
import { describeError } from '../../core/describe-error.ts'
import { emailIdentity } from '../../core/email-address.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { clientIp } from '../../http/client-ip.ts'
import { limitRate } from '../../http/rate-limit.ts'
import { jsonOnly, validate } from '../../http/validate.ts'
import { dispatchAfterAnswer } from '../notifications/dispatch-after-answer.ts'
import { askSubscriber } from './ask-subscriber.ts'
import { confirmNewsletter } from './confirm-subscriber.ts'
import { confirmNewsletterSchema, contactSchema } from './contract.ts'
import { receiveMessage } from './receive-message.ts'

const PER_NETWORK = { burst: 10, refillSeconds: 120 }
const PER_ADDRESS = { burst: 5, refillSeconds: 600 }

export const contactRoutes = new Hono<AppEnv>()
  .post('/', jsonOnly, validate('json', contactSchema), async (c) => {
    const { website, ...form } = c.req.valid('json')
    const [db, ip, now] = [c.get('db'), clientIp(c), Date.now()]
    if (ip !== null) await limitRate(c.env, `contact:ip:${ip}`, PER_NETWORK)
    await limitRate(c.env, `contact:address:${emailIdentity(form.email)}`, PER_ADDRESS)
    if (!website) {
      const { supportEmail } = c.get('config')
      const outboxKeys = [await receiveMessage(db, form, { supportEmail, ip }, now)]
      if (form.newsletter) outboxKeys.push(...(await askOrLetBe(() => askSubscriber(db, form.email, now))))
      dispatchAfterAnswer(c, outboxKeys)
    }
    return c.json({ success: true, message: "We'll get back to you as soon as possible." }, 201)
  })

  .post('/newsletter/confirm', jsonOnly, validate('json', confirmNewsletterSchema), async (c) => {
    const { linkSigningKey } = c.get('config')
    await confirmNewsletter(c.get('db'), c.req.valid('json').token, linkSigningKey, Date.now())
    return c.json({ success: true, message: 'You are subscribed.' })
  })

/** The message has arrived: a sender who is told otherwise sends it again. */
async function askOrLetBe(ask: () => Promise<string | null>): Promise<string[]> {
  try {
    const key = await ask()
    return key === null ? [] : [key]
  } catch (error) {
    console.error(JSON.stringify({ at: 'ask-subscriber', error: describeError(error) }))
    return []
  }
}
