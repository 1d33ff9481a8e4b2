import { type Context, Hono } from 'hono'
import { ACTION_LABELS } from '#shared/audit/contract.ts'
import { toIso } from '#shared/core/time.ts'
import {
  auditExportQuery,
  couponsExportQuery,
  downloadersExportQuery,
  type ExportName,
  invoicesExportQuery,
  ordersExportQuery,
  referralsExportQuery,
  subscriptionsExportQuery,
  usersExportQuery,
} from '#shared/exports/contract.ts'
import { statsQuery } from '#shared/stats/contract.ts'
import { noteAction } from '../../db/audit.ts'
import { commit } from '../../db/client.ts'
import { actorOf } from '../../http/actor.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { notFromElsewhere } from '../../http/origin-guard.ts'
import { adminOnly } from '../../http/permissions.ts'
import { limitRate } from '../../http/rate-limit.ts'
import { coreDeps } from '../../http/shop-deps.ts'
import { validate } from '../../http/validate.ts'
import { attachment } from '../downloads/rules.ts'
import { streamText } from '../privacy/stream-text.ts'
import { listPeople } from '../recalls/list-people.ts'
import { nameIn, selectStaff } from '../staff/find-staff.ts'
import { sendNotice } from '../staff/send-notice.ts'
import { queueNotice } from '../staff/writes.ts'
import { listStatsDays } from '../stats/show-stats.ts'
import {
  AUDIT_COLUMNS,
  COUPON_COLUMNS,
  DOWNLOADER_COLUMNS,
  INVOICE_COLUMNS,
  ORDER_COLUMNS,
  REFERRAL_COLUMNS,
  STATS_COLUMNS,
  SUBSCRIPTION_COLUMNS,
  USER_COLUMNS,
} from './columns.ts'
import {
  type Place,
  pageOfAudit,
  pageOfCoupons,
  pageOfInvoices,
  pageOfOrders,
  pageOfReferrals,
  pageOfSubscriptions,
  pageOfUsers,
} from './store.ts'
import { writeList, writePages, writeRows } from './write-csv.ts'

/** Each export may read a whole table. */
const EXPORTS_PER_ADMIN = { burst: 30, refillSeconds: 60 }

/** People on one page of the export of downloaders. */
const PEOPLE = 500

/** Sends the pieces as a file, after the audit log has the admin and the filter, and the staff its notice. */
async function send(c: Context<AppEnv>, name: ExportName, filter: object, pieces: AsyncGenerator<string>) {
  const [actor, now] = [await actorOf(c), Date.now()]
  await limitRate(c.env, `csv:${actor.id}`, EXPORTS_PER_ADMIN)
  const entry = {
    actorId: actor.id,
    action: `export.${name}` as const,
    subject: `export:${name}`,
    ip: actor.ip,
    now,
  }
  const deps = coreDeps(c)
  const staff = await selectStaff(deps.db, now)
  const notice = queueNotice(
    deps.db,
    { staff, supportEmail: deps.config.supportEmail },
    {
      event: 'export',
      by: nameIn(staff, actor.id),
      about: ACTION_LABELS[entry.action],
      detail: null,
      ip: actor.ip,
      at: now,
    },
  )
  const writes = [
    noteAction(deps.db, Object.keys(filter).length > 0 ? { ...entry, after: filter } : entry),
    ...notice.writes,
  ]
  await commit(deps.db, writes)
  sendNotice(deps, notice)
  return c.body(streamText(pieces), 200, {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': attachment(`windfall-${name}-${toIso(now).slice(0, 10)}.csv`),
    'Cache-Control': 'private, no-store',
  })
}

/** Below /api/secure-management/exports. */
export const exportRoutes = new Hono<AppEnv>()
  .use(notFromElsewhere, adminOnly)
  .get('/users.csv', validate('query', usersExportQuery), (c) => {
    const [db, filter] = [c.get('db'), c.req.valid('query')]
    const read = (after: Place | null) => pageOfUsers(db, filter, after)
    return send(
      c,
      'users',
      filter,
      writeList(USER_COLUMNS, read, (row) => row),
    )
  })
  .get('/orders.csv', validate('query', ordersExportQuery), (c) => {
    const [db, filter] = [c.get('db'), c.req.valid('query')]
    const read = (after: Place | null) => pageOfOrders(db, filter, after)
    return send(
      c,
      'orders',
      filter,
      writeList(ORDER_COLUMNS, read, (row) => row.payment),
    )
  })
  .get('/invoices.csv', validate('query', invoicesExportQuery), (c) => {
    const [db, filter] = [c.get('db'), c.req.valid('query')]
    const read = (after: Place | null) => pageOfInvoices(db, filter, after)
    return send(
      c,
      'invoices',
      filter,
      writeList(INVOICE_COLUMNS, read, (row) => row),
    )
  })
  .get('/subscriptions.csv', validate('query', subscriptionsExportQuery), (c) => {
    const [db, filter] = [c.get('db'), c.req.valid('query')]
    const read = (after: Place | null) => pageOfSubscriptions(db, filter, after)
    return send(
      c,
      'subscriptions',
      filter,
      writeList(SUBSCRIPTION_COLUMNS, read, (row) => row.subscription),
    )
  })
  .get('/coupons.csv', validate('query', couponsExportQuery), (c) => {
    const [db, filter] = [c.get('db'), c.req.valid('query')]
    const read = (after: Place | null) => pageOfCoupons(db, filter, after)
    return send(
      c,
      'coupons',
      filter,
      writeList(COUPON_COLUMNS, read, (row) => row),
    )
  })
  .get('/referrals.csv', validate('query', referralsExportQuery), (c) => {
    const [db, filter] = [c.get('db'), c.req.valid('query')]
    const read = (after: Place | null) => pageOfReferrals(db, filter, after)
    return send(
      c,
      'referrals',
      filter,
      writeList(REFERRAL_COLUMNS, read, (row) => row),
    )
  })
  .get('/audit.csv', validate('query', auditExportQuery), (c) => {
    const [db, filter] = [c.get('db'), c.req.valid('query')]
    const read = (after: Place | null) => pageOfAudit(db, filter, after)
    return send(
      c,
      'audit',
      filter,
      writeList(AUDIT_COLUMNS, read, (row) => row),
    )
  })
  .get('/downloaders.csv', validate('query', downloadersExportQuery), async (c) => {
    const [db, filter] = [c.get('db'), c.req.valid('query')]
    const read = (after: number) => listPeople(db, filter.release, { after, limit: PEOPLE })
    // Before the response begins: an unknown release gets a 404.
    const first = await read(0)
    return send(c, 'downloaders', filter, writePages(DOWNLOADER_COLUMNS, first, read))
  })
  .get('/stats.csv', validate('query', statsQuery), async (c) => {
    const [db, filter] = [c.get('db'), c.req.valid('query')]
    const days = await listStatsDays(db, filter, Date.now())
    return send(c, 'stats', filter, writeRows(STATS_COLUMNS, days))
  })
