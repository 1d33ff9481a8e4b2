import { Hono } from 'hono'
import { contactSchema } from '#shared/contact/contract.ts'
import { emailIdentity } from '../../core/email-address.ts'
import { logError } from '../../core/log-error.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { clientIp, reservationNetwork } from '../../http/client-ip.ts'
import { limitRate } from '../../http/rate-limit.ts'
import { coreDeps } from '../../http/shop-deps.ts'
import { jsonOnly, validate } from '../../http/validate.ts'
import { spendBudget } from '../budgets/spend-budget.ts'
import { askSubscriber } from '../newsletter/ask-subscriber.ts'
import { receiveMessage } from './receive-message.ts'

const PER_NETWORK = { burst: 10, refillSeconds: 120 }
const PER_ADDRESS = { burst: 5, refillSeconds: 600 }

export const contactRoutes = new Hono<AppEnv>().post(
  '/',
  jsonOnly,
  validate('json', contactSchema),
  async (c) => {
    const { website, ...form } = c.req.valid('json')
    const [deps, ip, now] = [coreDeps(c), clientIp(c), Date.now()]
    if (ip !== null) await limitRate(c.env, `contact:ip:${ip}`, PER_NETWORK)
    await limitRate(c.env, `contact:address:${emailIdentity(form.email)}`, PER_ADDRESS)
    const network = reservationNetwork(c)
    await spendBudget(c.env, 'contact message', { network, address: form.email }, now)
    if (!website) {
      await receiveMessage(deps, form, ip, now)
      // The message is stored already: after an error the sender would send it again.
      const report = (error: unknown) => logError('ask-subscriber', { error })
      const ask = async () => {
        await spendBudget(c.env, 'newsletter mail', { network, address: form.email }, now)
        await askSubscriber(deps, form.email, now)
      }
      if (form.newsletter) await ask().catch(report)
    }
    return c.json({ success: true, message: "We'll get back to you as soon as possible." }, 201)
  },
)
