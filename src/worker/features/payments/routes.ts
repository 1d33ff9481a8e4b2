import { Hono } from 'hono'
import { toUsd } from '#shared/core/money.ts'
import {
  createPaymentSchema,
  type OrderView,
  type PayMethods,
  trialQuerySchema,
} from '#shared/payments/contract.ts'
import { Problem } from '../../core/problem.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { clientIp, reservationNetwork } from '../../http/client-ip.ts'
import { idParam } from '../../http/id-param.ts'
import { signedInByBatch } from '../../http/permissions.ts'
import { limitRate } from '../../http/rate-limit.ts'
import { requireViewer, viewerBatch } from '../../http/session.ts'
import { shopDeps } from '../../http/shop-deps.ts'
import { jsonOnly, validate } from '../../http/validate.ts'
import { catalogueFor } from '../catalogue/read-catalogue.ts'
import { personOf, selectAccountPerson } from '../identity/find-person.ts'
import { findTrial } from '../identity/trial.ts'
import { payBalance } from './balance/pay-balance.ts'
import { refundUnappliedFunds } from './balance/refund-unapplied-funds.ts'
import { checkOwnPayment } from './checkout/check-own-payment.ts'
import { createPayment } from './checkout/create-payment.ts'
import { deliverableLinks } from './checkout/deliverable-links.ts'
import { CHECKOUTS_PER_USER } from './limits.ts'
import { selectCountry } from './order-tax.ts'
import { CLAIM_SHOWN_MS } from './rules.ts'
import { findScript, listWaiting } from './store.ts'
import { previewUpgrade } from './upgrades/preview-upgrade.ts'
import { toPaymentView } from './views.ts'

export const paymentRoutes = new Hono<AppEnv>()
  .post('/create', signedInByBatch, jsonOnly, validate('json', createPaymentSchema), async (c) => {
    const batch = viewerBatch(c, ({ id }) => limitRate(c.env, `checkout:${id}`, CHECKOUTS_PER_USER))
    const order = { ...c.req.valid('json'), network: reservationNetwork(c), ip: clientIp(c) }
    const { id, url } = await createPayment(shopDeps(c), batch, order, Date.now())
    return c.json({ success: true, data: { id, url } }, 201)
  })

  .get('/links', async (c) => {
    const data = deliverableLinks(c.get('config').paymentLinks, await catalogueFor(c))
    // Short: caches offer a plan that cannot be delivered any more for at most 60 seconds.
    c.header('Cache-Control', 'public, max-age=60')
    return c.json({ success: true, data })
  })

  .get('/methods', (c) => {
    const data: PayMethods = { crypto: c.get('config').cryptoProvider }
    c.header('Cache-Control', 'public, max-age=60')
    return c.json({ success: true, data })
  })

  // The country of the viewer's latest crypto order whose tax went by the country.
  .get('/billing-country', async (c) => {
    const { results } = await viewerBatch(c)((userId) => [selectCountry(c.get('db'), userId)])
    return c.json({ success: true, data: { country: results[0][0]?.country ?? null } })
  })

  // The credit for unused Premium, for an upgrade to Lifetime; null: there is none.
  .get('/upgrade', async (c) => {
    const data = await previewUpgrade(c.get('db'), viewerBatch(c), Date.now())
    return c.json({ success: true, data })
  })

  // The trial of a product for this account, as the checkout would decide now; null: the product has none.
  .get('/trial', signedInByBatch, validate('query', trialQuerySchema), async (c) => {
    const [db, { productId }] = [c.get('db'), c.req.valid('query')]
    const { userId, results } = await viewerBatch(c)((account) => [
      findScript(db, productId),
      selectAccountPerson(db, account),
    ])
    const [[product], [person]] = results
    const isSold = product && !product.isDeleted
    const data = isSold ? await findTrial(shopDeps(c), personOf(userId, person), product) : null
    return c.json({ success: true, data })
  })

  // The viewer's payments that wait for money, for its confirmation, or for the buyer.
  .get('/open', async (c) => {
    const now = Date.now()
    const { results } = await viewerBatch(c)((userId) => [
      listWaiting(c.get('db'), userId, now - CLAIM_SHOWN_MS),
    ])
    return c.json({ success: true, data: results[0].map((seen) => toPaymentView(seen, now)) })
  })

  .post('/:id/balance', validate('param', idParam), async (c) => {
    const viewer = await requireViewer(c)
    await limitRate(c.env, `checkout:${viewer.id}`, CHECKOUTS_PER_USER)
    const data = await payBalance(shopDeps(c), viewer.id, c.req.valid('param').id, Date.now())
    return c.json({ success: true, data })
  })

  .post('/:id/refund-unapplied-funds', validate('param', idParam), async (c) => {
    const viewer = await requireViewer(c)
    await limitRate(c.env, `checkout:${viewer.id}`, CHECKOUTS_PER_USER)
    const given = await refundUnappliedFunds(shopDeps(c), viewer.id, c.req.valid('param').id, Date.now())
    const { status, claimUrl } = given
    return c.json({ success: true, data: { amount: toUsd(given.amountCents), status, claimUrl } })
  })

  // By our id or the provider's checkout id; asks the provider while the payment is open.
  .get('/:id', async (c) => {
    const reference = c.req.param('id')
    const key = /^\d{1,15}$/.test(reference) ? Number(reference) : reference
    const now = Date.now()
    const found = await checkOwnPayment(shopDeps(c), viewerBatch(c), key, now)
    if (!found) throw new Problem(404, 'There is no such payment.')
    const { file, bundle } = found
    const data: OrderView = { ...toPaymentView(found, now), file, bundle }
    return c.json({ success: true, data })
  })
