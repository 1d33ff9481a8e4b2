import { Hono } from 'hono'
import { toUsd } from '../../core/money.ts'
import { toIso } from '../../core/time.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { pageQuery, toPage } from '../../http/paging.ts'
import { validate } from '../../http/validate.ts'
import { requireViewer } from '../../http/viewer.ts'
import { referralUrl } from '../accounts/rules.ts'
import type { Referral, ReferralStats } from './contract.ts'
import { listOwn, readTotals } from './store.ts'

export const referralRoutes = new Hono<AppEnv>()
  .get('/referrals', validate('query', pageQuery), async (c) => {
    const viewer = await requireViewer(c)
    const { limit, cursor } = c.req.valid('query')
    const { rows, nextCursor } = toPage(await listOwn(c.get('db'), viewer.id, { limit, cursor }), limit)
    const data: Referral[] = rows.map(({ id, status, createdAt, commissionCents }) => ({
      id,
      status,
      createdAt: toIso(createdAt),
      amount: toUsd(commissionCents),
    }))
    return c.json({ success: true, data, nextCursor })
  })
  .get('/referral-stats', async (c) => {
    const viewer = await requireViewer(c)
    const { total, paid, earnedCents, registered, code } = await readTotals(c.get('db'), viewer.id)
    const data: ReferralStats = {
      total,
      pending: total - paid,
      paid,
      earned: toUsd(earnedCents),
      registered,
      referralCode: code,
      referralUrl: referralUrl(c.get('config').publicUrl, code),
    }
    return c.json({ success: true, data })
  })
