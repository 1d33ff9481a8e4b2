import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { toOrderReference } from '#shared/core/order-reference.ts'
import { hasRole } from '#shared/core/staff-roles.ts'
import { billingSchema } from '#shared/invoices/contract.ts'
import { Problem } from '../../core/problem.ts'
import type { SigningKeys } from '../../core/signed-text.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { clientIp } from '../../http/client-ip.ts'
import { limitRate } from '../../http/rate-limit.ts'
import { viewerOf } from '../../http/session.ts'
import { jsonOnly, validate } from '../../http/validate.ts'
import { opensInvoices } from '../email/invoice-link.ts'
import { correctBilling } from './correct-billing.ts'
import { type OrderWithInvoices, readOrderInvoices } from './store.ts'
import { toOrderInvoices } from './views.ts'

/** Strangers may call with a guessed reference or token. */
const READS_PER_NETWORK = { burst: 60, refillSeconds: 2 }
/** Each correction issues two documents. */
const CORRECTIONS_PER_ORDER = { burst: 5, refillSeconds: 3600 }

const reference = z.object({ reference: z.string().max(40) })

/** Below /api/orders. */
export const orderInvoiceRoutes = new Hono<AppEnv>()
  .get('/:reference/invoices', validate('param', reference), async (c) => {
    const { found, byBuyer } = await readable(c, c.req.valid('param').reference)
    return c.json({ success: true, data: toOrderInvoices(found, { byBuyer }) }, 200, PRIVATE)
  })

  .put(
    '/:reference/billing',
    validate('param', reference),
    jsonOnly,
    validate('json', billingSchema),
    async (c) => {
      const { found, byBuyer } = await readable(c, c.req.valid('param').reference)
      if (!byBuyer) throw new Problem(403, 'Only the buyer can correct the billing details.')
      await limitRate(c.env, `invoice:${found.order.id}`, CORRECTIONS_PER_ORDER)
      const corrected = await correctBilling(c.get('db'), found, c.req.valid('json'), Date.now())
      return c.json(
        { success: true, data: toOrderInvoices(corrected, { byBuyer }), message: 'Corrected invoice issued' },
        200,
        PRIVATE,
      )
    },
  )

const PRIVATE = { 'cache-control': 'private, no-store' }

const notFound = () =>
  new Problem(404, 'There is no such order, or it is not yours. Log in, or open the link in your receipt.')

/**
 * The order, for its account, for members of staff and, where no account has it, for the holder of its mailed link: a
 * receipt is forwarded, and the account's billing details are not its reader's.
 * @throws Problem 404 for all others, as for an order that does not exist; 429
 */
async function readable(
  c: Context<AppEnv>,
  text: string,
): Promise<{ found: OrderWithInvoices; byBuyer: boolean }> {
  const ip = clientIp(c)
  if (ip !== null) await limitRate(c.env, `invoices:ip:${ip}`, READS_PER_NETWORK)
  const orderReference = toOrderReference(text)
  const found = orderReference ? await readOrderInvoices(c.get('db'), orderReference) : null
  if (!found) throw notFound()
  const [, token = ''] = /^Bearer (\S{1,300})$/.exec(c.req.header('authorization') ?? '') ?? []
  if (token !== '' && (await isGuestLink(token, found, c.get('config')))) return { found, byBuyer: true }
  const viewer = await viewerOf(c)
  if (viewer && viewer.id === found.order.userId) return { found, byBuyer: true }
  if (viewer?.isAdmin && !viewer.needsFactor && hasRole(viewer.staffRole, 'support'))
    return { found, byBuyer: false }
  throw notFound()
}

const isGuestLink = async (
  token: string,
  { order }: OrderWithInvoices,
  keys: SigningKeys,
): Promise<boolean> => {
  const { id, userId, email } = order
  return userId === null && email !== null && (await opensInvoices(token, { id, email }, keys))
}
