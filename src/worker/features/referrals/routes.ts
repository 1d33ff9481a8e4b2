import { Hono } from 'hono'
import { payoutAddressSchema } from '#shared/referrals/contract.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { clientIp } from '../../http/client-ip.ts'
import { pageQuery, toPage } from '../../http/paging.ts'
import { signedIn } from '../../http/permissions.ts'
import { factorRecentlyProved } from '../../http/recently-authenticated.ts'
import { requireViewer, viewerBatch } from '../../http/session.ts'
import { coreDeps } from '../../http/shop-deps.ts'
import { jsonOnly, validate } from '../../http/validate.ts'
import { changePayoutAddress } from './change-payout-address.ts'
import { listOwn, readTotals } from './store.ts'
import { toReferral, toStats } from './views.ts'

export const referralRoutes = new Hono<AppEnv>()
  .get('/referrals', validate('query', pageQuery), async (c) => {
    const { limit, cursor } = c.req.valid('query')
    const { results } = await viewerBatch(c)((userId) => [listOwn(c.get('db'), userId, { limit, cursor })])
    const { rows, nextCursor } = toPage(results[0], limit)
    return c.json({ success: true, data: rows.map(toReferral), nextCursor })
  })
  .get('/referral-stats', async (c) => {
    const totals = await readTotals(c.get('db'), viewerBatch(c))
    return c.json({ success: true, data: toStats(totals, c.get('config').publicUrl, Date.now()) })
  })
  .put(
    '/payout-address',
    signedIn,
    factorRecentlyProved,
    jsonOnly,
    validate('json', payoutAddressSchema),
    async (c) => {
      const viewer = await requireViewer(c)
      const form = c.req.valid('json')
      const payoutAddress = await changePayoutAddress(coreDeps(c), viewer, form, clientIp(c), Date.now())
      return c.json({ success: true, message: 'Payout address saved', data: { payoutAddress } })
    },
  )
