import { mailName } from '#shared/email/mail-name-rules.ts'
import { isFinding, isUndelivered, needsPerson, replaces } from '#shared/email/outcome-rules.ts'
import { emailKey } from '../../core/email-address.ts'
import { logError } from '../../core/log-error.ts'
import type { Db, Write } from '../../db/client.ts'
import { noteFindings } from '../../db/findings.ts'
import type { ShopDeps } from '../../http/shop-deps.ts'
import { postAlert } from '../../providers/alert-webhook.ts'
import type { Config } from '../../providers/config.ts'
import type { MailReport } from '../../providers/resend-webhook.ts'
import { switchOffNews } from '../accounts/writes.ts'
import {
  dropAnnouncements,
  markReported,
  queueUndelivered,
  undeliveredFinding,
  undeliveredKey,
} from '../email/delivery-writes.ts'
import { enqueueMails } from '../email/enqueue-mails.ts'
import { suppress } from '../email/suppression-writes.ts'
import { FORGOTTEN_ADDRESS } from '../email/writes.ts'
import { endSubscriptionOf } from '../newsletter/writes.ts'
import { commitAndDispatch } from '../notifications/dispatch-outbox.ts'
import { REFRESH } from '../notifications/message-rules.ts'
import { enqueueUserMessagesOnce } from '../notifications/writes.ts'
import { buyerMessages } from './buyer-messages.ts'
import { findReported, type Reported } from './store.ts'

/**
 * Stores the provider's report about a mail, and its consequences, in one batch. Reports may repeat and come in any
 * order. Returns the result: `unknown` is not our mail, or a mail that was sent again since.
 */
export async function followReport(deps: ShopDeps, report: MailReport, now: number): Promise<string> {
  const delivery = await findReported(deps.db, report)
  if (!delivery) return 'unknown'
  if (!replaces(report.outcome, delivery.outcome)) return 'repeated'
  const followed = consequences(deps, delivery, report, now)
  const writes = [markReported(deps.db, delivery, report, now), ...followed.writes]
  await commitAndDispatch(deps, writes, now)
  deps.later(send(deps, followed))
  return report.outcome
}

/** `alert`: the text for the operator's alert webhook. */
type Followed = { writes: Write[]; mails: string[]; alert?: string }

function consequences(deps: ShopDeps, delivery: Reported, report: MailReport, now: number): Followed {
  if (report.outcome === 'complained') return ofComplaint(deps.db, delivery, report, now)
  if (isUndelivered(report.outcome)) return ofUndelivered(deps, delivery, report, now)
  return { writes: [], mails: [] }
}

/** Stops mail to a bad address. If a person needs this mail, support and the buyer are notified in other ways. */
function ofUndelivered(
  { db, config }: ShopDeps,
  delivery: Reported,
  report: MailReport,
  now: number,
): Followed {
  const { id, run, userId, paymentId, template, toAddress } = delivery
  const reason = report.reason ?? report.outcome
  if (emailKey(toAddress) === emailKey(config.supportEmail)) {
    // No mail about this failure: it would bounce as well.
    logError('mail to support', { delivery: id, outcome: report.outcome, reason })
    return { writes: [], mails: [], alert: alertOf(config, delivery, 'to support') }
  }
  const writes = report.isAddressBad ? ofBadAddress(db, delivery, report, now) : []
  const followed: Followed = { writes, mails: [] }
  // A mail about an order, and a withdrawal notice, lose their address only with the account: nobody needs them any more.
  if (toAddress === FORGOTTEN_ADDRESS && (paymentId !== null || isFinding(template))) return followed
  if (needsPerson(delivery)) {
    const email = toAddress === FORGOTTEN_ADDRESS ? null : toAddress
    writes.push(queueUndelivered(db, delivery, { to: config.supportEmail, email, reason, now }))
    followed.mails.push(undeliveredKey(delivery))
    const about = paymentId === null ? 'to a visitor' : `for order #${paymentId}`
    followed.alert = alertOf(config, delivery, about)
  }
  if (isFinding(template)) {
    writes.push(...noteFindings(db, [undeliveredFinding(delivery, reason)], now))
  }
  if (userId !== null && (report.isAddressBad || needsPerson(delivery))) {
    const key = `undelivered:${id}:${run}:user`
    const messages = buyerMessages({ key, template, toAddress }, now)
    writes.push(enqueueUserMessagesOnce(db, { key, userId, messages, now }))
  }
  return followed
}

const alertOf = ({ publicUrl }: Config, { id, template }: Reported, about: string) =>
  `A mail ${about} did not arrive: ${mailName(template)}, #${id}. ${publicUrl}/secure-management/admin-dashboard?tab=mails`

function ofBadAddress(db: Db, { toAddress }: Reported, report: MailReport, now: number): Write[] {
  const keys = addressesOf(toAddress, report).map(emailKey)
  return [
    ...keys.map((key): Write => endSubscriptionOf(db, key, now)),
    ...(toAddress === FORGOTTEN_ADDRESS
      ? []
      : [suppress(db, { emailKey: emailKey(toAddress), reason: 'bounced', detail: report.reason }, now)]),
  ]
}

/** Stops all announcements to the owner of the address: those of the account and the newsletter. */
function ofComplaint(db: Db, { toAddress, userId }: Reported, report: MailReport, now: number): Followed {
  const writes: Write[] = addressesOf(toAddress, report).flatMap((address) => [
    switchOffNews(db, emailKey(address), now),
    endSubscriptionOf(db, emailKey(address), now),
    dropAnnouncements(db, address, now),
  ])
  if (toAddress === FORGOTTEN_ADDRESS) return { writes, mails: [] }
  writes.push(suppress(db, { emailKey: emailKey(toAddress), reason: 'complained', detail: null }, now))
  if (userId === null) return { writes, mails: [] }
  const key = `complained:${report.messageId}`
  writes.push(enqueueUserMessagesOnce(db, { key, userId, messages: [REFRESH], now }))
  return { writes, mails: [] }
}

/** The mail's address or, for a mail that keeps none once it is sent, the report's, which is not stored either. */
const addressesOf = (toAddress: string, { to }: MailReport): string[] =>
  toAddress === FORGOTTEN_ADDRESS ? to.slice(0, 1) : [toAddress]

/** The sweep sends mails that this call loses. The alert webhook is called once, or not at all. */
async function send({ env, config }: ShopDeps, { mails, alert }: Followed): Promise<void> {
  try {
    await enqueueMails(env, mails)
    if (alert === undefined || config.alertWebhookUrl === null) return
    const { ok, status } = await postAlert(env, config.alertWebhookUrl, alert)
    if (!ok) throw new Error(`The alert webhook answered ${status}`)
  } catch (error) {
    logError('follow-report', { error })
  }
}
