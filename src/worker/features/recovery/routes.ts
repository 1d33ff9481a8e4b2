import { Hono } from 'hono'
import { z } from 'zod'
import { DAY } from '#shared/core/time.ts'
import {
  completePaymentSchema,
  completeSchema,
  reconcileSchema,
  recoverSchema,
  repairSchema,
} from '#shared/recovery/contract.ts'
import { Problem } from '../../core/problem.ts'
import { noteAction } from '../../db/audit.ts'
import { commit } from '../../db/client.ts'
import { type Actor, actorOf } from '../../http/actor.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { idParam } from '../../http/id-param.ts'
import { pageQuery, toPage } from '../../http/paging.ts'
import { adminOnly } from '../../http/permissions.ts'
import { limitRate } from '../../http/rate-limit.ts'
import { requireViewer } from '../../http/session.ts'
import { type ShopDeps, shopDeps } from '../../http/shop-deps.ts'
import { jsonIfAny, validate } from '../../http/validate.ts'
import { closeFlagged } from '../payments/unsettled/close-flagged.ts'
import { completePayment, type DecisionRequest } from '../payments/unsettled/complete-payment.ts'
import { listWaiting, recoverPayments } from '../payments/unsettled/recover-payments.ts'
import { startRun } from './reconcile.ts'
import { repairFinding } from './repair-finding.ts'
import { listFindings, listRuns } from './store.ts'
import { toFinding, toPendingPayment, toRun } from './views.ts'

/** Payments per request. Each costs up to ten subrequests, of which an invocation has 1000. */
const RECOVERED_AT_ONCE = 40

/** A stolen session must not be able to exhaust our rate limits at the providers. */
const PER_ADMIN = { burst: 60, refillSeconds: 5 }

const paymentParam = z.object({ id: completePaymentSchema.shape.paymentId })
const findingsQuery = pageQuery.extend({ open: z.enum(['true', 'false']).default('true') })

const REPAIRED = {
  repaired: 'This finding is repaired.',
  done: 'This finding is closed.',
  'resolved before': 'This finding was already resolved.',
}

type Decided = {
  id: number
  confirm: boolean
  revision?: number | undefined
  action: 'payment.complete' | 'payment.close'
}

/** Completes or closes a payment, with the admin's entry in the audit log. */
function decideAs(
  { id: actorId, ip }: Actor,
  deps: ShopDeps,
  decide: typeof completePayment,
  { id, confirm, revision, action }: Decided,
) {
  const now = Date.now()
  const entry = { actorId, ip, action, subject: `payment:${id}`, now }
  const note: DecisionRequest['note'] = ({ status, flaggedReason }, after) =>
    noteAction(deps.db, { ...entry, before: { status, flaggedReason }, after })
  return decide(deps, id, { confirmed: confirm, revision, note }, now)
}

export const recoveryRoutes = new Hono<AppEnv>()
  .use(adminOnly)
  .use(async (c, next) => {
    if (c.req.method !== 'GET') await limitRate(c.env, `recovery:${(await requireViewer(c)).id}`, PER_ADMIN)
    await next()
  })

  .get('/pending-payments', validate('query', pageQuery), async (c) => {
    const page = c.req.valid('query')
    const { count, rows } = await listWaiting(shopDeps(c), page)
    const cut = toPage(
      rows.map((row) => ({ ...row, id: row.payment.id })),
      page.limit,
    )
    const data = { pendingCount: count, pendingPayments: cut.rows.map(toPendingPayment) }
    return c.json({ success: true, data, nextCursor: cut.nextCursor })
  })

  .post('/run-recovery', jsonIfAny, validate('json', recoverSchema), async (c) => {
    const { cursor } = c.req.valid('json')
    const portion = { limit: RECOVERED_AT_ONCE, cursor: cursor ?? undefined }
    const now = Date.now()
    const { nextCursor, ...data } = await recoverPayments(shopDeps(c), portion, now)
    if (data.failed > 0 && data.failed === data.checked)
      throw new Problem(503, 'Recovery process failed: no payment provider answers. Please try again later.')
    if (data.recovered + data.ended > 0) {
      const { id: actorId, ip } = await actorOf(c)
      const entry = { actorId, ip, action: 'recovery.run' as const, subject: 'payments', after: data, now }
      await commit(c.get('db'), [noteAction(c.get('db'), entry)])
    }
    // The specification does not say where the count is, so `recovered` is also at the top level.
    const message = 'Recovery process completed'
    return c.json({ success: true, message, recovered: data.recovered, data, nextCursor })
  })

  .post(
    '/complete-payment/:id',
    validate('param', paymentParam),
    jsonIfAny,
    validate('json', completeSchema),
    async (c) => {
      const { id } = c.req.valid('param')
      const decided = { id, ...c.req.valid('json'), action: 'payment.complete' as const }
      const data = await decideAs(await actorOf(c), shopDeps(c), completePayment, decided)
      return c.json({ success: true, message: 'Payment completed', data })
    },
  )

  .post(
    '/close-payment/:id',
    validate('param', paymentParam),
    jsonIfAny,
    validate('json', completeSchema),
    async (c) => {
      const { id } = c.req.valid('param')
      const decided = { id, ...c.req.valid('json'), action: 'payment.close' as const }
      const data = await decideAs(await actorOf(c), shopDeps(c), closeFlagged, decided)
      return c.json({ success: true, message: 'Payment closed', data })
    },
  )

  .get('/runs', validate('query', pageQuery), async (c) => {
    const page = c.req.valid('query')
    const { rows, nextCursor } = toPage(await listRuns(c.get('db'), page), page.limit)
    return c.json({ success: true, data: rows.map(toRun), nextCursor })
  })

  .post('/reconcile', jsonIfAny, validate('json', reconcileSchema), async (c) => {
    const { id: actorId, ip } = await actorOf(c)
    const now = Date.now()
    const since = now - c.req.valid('json').days * DAY
    const input = { actorId, ip, since }
    return c.json({ success: true, data: toRun(await startRun(shopDeps(c), input, now)) }, 202)
  })

  .get('/findings', validate('query', findingsQuery), async (c) => {
    const { open, ...page } = c.req.valid('query')
    const { rows, nextCursor } = toPage(await listFindings(c.get('db'), open === 'true', page), page.limit)
    return c.json({ success: true, data: rows.map(toFinding), nextCursor })
  })

  .post(
    '/findings/:id/repair',
    validate('param', idParam),
    jsonIfAny,
    validate('json', repairSchema),
    async (c) => {
      const admin = await actorOf(c)
      const { id } = c.req.valid('param')
      const resolution = await repairFinding(shopDeps(c), admin, id, c.req.valid('json'), Date.now())
      return c.json({ success: true, message: REPAIRED[resolution], data: { id, resolution } })
    },
  )
