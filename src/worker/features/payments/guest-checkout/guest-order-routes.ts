import { Hono } from 'hono'
import { z } from 'zod'
import { findPurchaseSchema, guestOrderSchema } from '#shared/payments/contract.ts'
import { logError } from '../../../core/log-error.ts'
import type { AppEnv } from '../../../http/app-env.ts'
import { clientIp, downloadNetwork, reservationNetwork } from '../../../http/client-ip.ts'
import { limitAddress } from '../../../http/limit-address.ts'
import { limitRate } from '../../../http/rate-limit.ts'
import { coreDeps, shopDeps } from '../../../http/shop-deps.ts'
import { jsonOnly, validate } from '../../../http/validate.ts'
import { CHECKOUTS_PER_USER, FINDS_PER_ADDRESS, limitFinds } from '../limits.ts'
import { correctAddress } from './correct-address.ts'
import { createGuestPayment } from './create-guest-payment.ts'
import { ensureGuestBrowser, guestBrowser } from './guest-browser.ts'
import { mailPurchases } from './mail-purchases.ts'
import { openGuestFile, readGuestOrder } from './read-guest-order.ts'

/** A page asks every second or two while its payment is open. */
const READS = { burst: 120, refillSeconds: 1 }

/** The product of a bundle whose file is wanted. */
const productQuery = z.object({ productId: z.coerce.number().int().positive().optional() })

const referenceOf = (text: string) => (/^\d{1,15}$/.test(text) ? Number(text) : text)

/** Below /api/payment/guest: purchases without an account. The browser's secret cookie is the only proof. */
export const guestOrderRoutes = new Hono<AppEnv>()
  .post(
    '/',
    limitAddress('guest-checkout', CHECKOUTS_PER_USER),
    jsonOnly,
    validate('json', guestOrderSchema),
    async (c) => {
      const secretHash = await ensureGuestBrowser(c)
      await limitRate(c.env, `checkout:guest:${secretHash}`, CHECKOUTS_PER_USER)
      const order = {
        ...c.req.valid('json'),
        secretHash,
        network: reservationNetwork(c),
        ip: clientIp(c),
      }
      const { url } = await createGuestPayment(shopDeps(c), order, Date.now())
      return c.json({ success: true, data: { url } }, 201)
    },
  )

  .post(
    '/find',
    limitAddress('find-purchase', FINDS_PER_ADDRESS),
    jsonOnly,
    validate('json', findPurchaseSchema),
    async (c) => {
      const { email } = c.req.valid('json')
      await limitFinds(c.env, email, reservationNetwork(c))
      const report = (error: unknown) => logError('find-purchase', { error })
      c.executionCtx.waitUntil(mailPurchases(coreDeps(c), email, Date.now()).catch(report))
      const message = 'If something was bought with this address, a mail with the links is on its way to it.'
      return c.json({ success: true, message })
    },
  )

  .get('/:id', limitAddress('guest-order', READS), async (c) => {
    const claim = { secretHash: await guestBrowser(c), reference: referenceOf(c.req.param('id')) }
    const data = await readGuestOrder(shopDeps(c), claim, Date.now())
    return c.json({ success: true, data })
  })

  .post(
    '/:id/email',
    limitAddress('guest-order', READS),
    jsonOnly,
    validate('json', findPurchaseSchema),
    async (c) => {
      const claim = {
        secretHash: await guestBrowser(c),
        reference: referenceOf(c.req.param('id')),
        email: c.req.valid('json').email,
        network: reservationNetwork(c),
      }
      await correctAddress(shopDeps(c), claim, Date.now())
      return c.json({ success: true, message: 'The address was corrected.' })
    },
  )

  .post('/:id/download', limitAddress('guest-order', READS), validate('query', productQuery), async (c) => {
    const claim = {
      secretHash: await guestBrowser(c),
      reference: referenceOf(c.req.param('id')),
      ...c.req.valid('query'),
    }
    const url = await openGuestFile(shopDeps(c), { ...claim, network: downloadNetwork(c) }, Date.now())
    return c.json({ success: true, data: { url } })
  })
