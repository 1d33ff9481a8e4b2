import type { OrderDetail, TimelineEntry } from '#shared/orders/contract.ts'
import { Problem } from '../../core/problem.ts'
import type { Db } from '../../db/client.ts'
import { toMomentPage } from '../../http/moment-paging.ts'
import { toPage } from '../../http/paging.ts'
import { readDownloads, readWhole, selectMails, type Whole } from './order-store.ts'
import type { Dashboards } from './provider-url-rules.ts'
import {
  inOrder,
  ofAudit,
  ofBeginning,
  ofCommission,
  ofDownload,
  ofEvent,
  ofFinding,
  ofLedger,
  ofMail,
  ofRefund,
} from './timeline-rules.ts'
import { toOrderFacts } from './views.ts'

/** The maximum number of mails, and of downloads, that come with the order itself. */
const AT_FIRST = 30

/** One order with its timeline, newest first. One round trip. @throws Problem 404 */
export async function readOrder(db: Db, id: number, at: Dashboards): Promise<OrderDetail> {
  const whole = await readWhole(db, id, AT_FIRST)
  if (!whole) throw new Problem(404, 'There is no such payment.')
  const mails = toPage(whole.mails, AT_FIRST)
  const downloads = toMomentPage(whole.downloads, AT_FIRST)
  return {
    ...toOrderFacts(whole, at),
    timeline: inOrder([
      ofBeginning({ ...whole.order, isRenewal: isRenewal(whole), wasOpened: wasOpened(whole) }),
      ...whole.events.map(ofEvent),
      ...whole.ledger.map(ofLedger),
      ...whole.refunds.flatMap(ofRefund),
      ...whole.commissions.map(ofCommission),
      ...whole.audit.map(ofAudit),
      ...whole.findings.map(ofFinding),
      ...mails.rows.map(ofMail),
      ...downloads.rows.map(ofDownload),
    ]),
    older: {
      mails: mails.nextCursor === null ? null : String(mails.nextCursor),
      downloads: downloads.nextCursor,
    },
  }
}

/** Stripe bills a later period with an invoice of its own. */
const isRenewal = ({ order }: Whole) =>
  order.subscriptionId !== null && (order.checkoutId?.startsWith('in_') ?? false)

/** A purchase without an account was paid at a page outside the shop. */
const wasOpened = ({ order }: Whole) => order.clientPaymentId !== null || order.userId !== null

type Part = { rows: TimelineEntry[]; nextCursor: string | null }

/** Older mails of an order. */
export async function readMails(
  db: Db,
  id: number,
  page: { limit: number; cursor?: number | undefined },
): Promise<Part> {
  const { rows, nextCursor } = toPage(await selectMails(db, id, page), page.limit)
  return { rows: rows.map(ofMail), nextCursor: nextCursor === null ? null : String(nextCursor) }
}

/** Older downloads of an order. */
export async function readOlderDownloads(
  db: Db,
  id: number,
  page: Parameters<typeof readDownloads>[2],
): Promise<Part> {
  const { rows, nextCursor } = toMomentPage(await readDownloads(db, id, page), page.limit)
  return { rows: rows.map(ofDownload), nextCursor }
}
