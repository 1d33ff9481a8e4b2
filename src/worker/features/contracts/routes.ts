import { Hono } from 'hono'
import { guestWithdrawSchema, withdrawSchema } from '#shared/contracts/contract.ts'
import { emailIdentity } from '../../core/email-address.ts'
import { actorOf } from '../../http/actor.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { clientIp, reservationNetwork } from '../../http/client-ip.ts'
import { signedIn } from '../../http/permissions.ts'
import { limitRate } from '../../http/rate-limit.ts'
import { requireViewer, viewerBatch } from '../../http/session.ts'
import { shopDeps } from '../../http/shop-deps.ts'
import { jsonOnly, validate } from '../../http/validate.ts'
import { spendBudget } from '../budgets/spend-budget.ts'
import { listContracts } from './store.ts'
import { toContract } from './views.ts'
import { withdraw, withdrawAsGuest } from './withdraw.ts'

const PER_USER = { burst: 10, refillSeconds: 60 }
/** A guest is identified by address and order reference, which must not be found by trying. */
const PER_NETWORK = { burst: 10, refillSeconds: 300 }
const PER_ADDRESS = { burst: 5, refillSeconds: 1800 }

/** The right of withdrawal: the account's contracts, and the statements of owners and guests. */
export const contractRoutes = new Hono<AppEnv>()
  .get('/', async (c) => {
    const now = Date.now()
    const { results } = await viewerBatch(c)((userId) => [listContracts(c.get('db'), userId)])
    return c.json({ success: true, data: results[0].map((row) => toContract(row, now)) })
  })

  .post('/withdraw', signedIn, jsonOnly, validate('json', withdrawSchema), async (c) => {
    const viewer = await requireViewer(c)
    await limitRate(c.env, `withdraw:${viewer.id}`, PER_USER)
    const by = { ...(await actorOf(c)), email: viewer.email }
    const data = await withdraw(shopDeps(c), by, c.req.valid('json'), Date.now())
    return c.json({ success: true, data })
  })

  .post('/withdraw-as-guest', jsonOnly, validate('json', guestWithdrawSchema), async (c) => {
    const form = c.req.valid('json')
    const [ip, now] = [clientIp(c), Date.now()]
    if (ip !== null) await limitRate(c.env, `withdraw:ip:${ip}`, PER_NETWORK)
    await limitRate(c.env, `withdraw:address:${emailIdentity(form.email)}`, PER_ADDRESS)
    const network = reservationNetwork(c)
    await spendBudget(c.env, 'contact message', { network, address: form.email }, now)
    const data = await withdrawAsGuest(shopDeps(c), form, ip, now)
    return c.json({ success: true, data })
  })
