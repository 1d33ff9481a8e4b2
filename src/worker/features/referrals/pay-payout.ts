import { formatMoment } from '#shared/core/format-day.ts'
import { formatCents } from '#shared/core/money.ts'
import { REFERRALS_LINK } from '#shared/notifications/link-rules.ts'
import { maskAddress, waitsUntil } from '#shared/referrals/rules.ts'
import { Problem } from '../../core/problem.ts'
import { type Db, refusedBy, type Write } from '../../db/client.ts'
import type { Actor } from '../../http/actor.ts'
import type { CoreDeps } from '../../http/shop-deps.ts'
import { queueMail } from '../email/writes.ts'
import { commitAndDispatch } from '../notifications/dispatch-outbox.ts'
import { notification, REFRESH } from '../notifications/message-rules.ts'
import { enqueueEmail, enqueueUserMessages } from '../notifications/writes.ts'
import { findPayout, type PayoutWithAffiliate } from './store.ts'
import { markPaid, noteNowPaid } from './writes.ts'

/**
 * Marks a payout and its commissions as paid, after the money was sent, and notifies the affiliate.
 * @throws Problem 404; 409 where it was paid before, changed while it was being paid, or its address was changed within
 * `ADDRESS_WAIT_MS`; 422 without an address
 */
export async function payPayout(
  deps: CoreDeps,
  payoutId: number,
  actor: Actor,
  reference: string,
  now: number,
): Promise<void> {
  const { db } = deps
  const [found] = await findPayout(db, payoutId)
  if (!found) throw new Problem(404, 'There is no such payout.')
  const { payout } = found
  if (payout.status === 'paid') throw alreadyPaid()
  if (payout.address === null) {
    throw new Problem(422, 'This affiliate has no payout address yet.')
  }
  const until = waitsUntil(payout.status, found.replacedAddressAt, now)
  if (until !== null) {
    throw new Problem(409, `The payout address was changed. Pay this payout after ${formatMoment(until)}.`)
  }
  const by = { actorId: actor.id, ip: actor.ip, reference, now }
  try {
    const writes = [
      noteNowPaid(db, payout, by),
      ...markPaid(db, payout.id, by),
      ...notifyPaid(db, found, payout.address, reference, now),
    ]
    await commitAndDispatch(deps, writes, now)
  } catch (error) {
    if (!refusedBy(error, 'audit_log', 'action')) throw error
    const [after] = await findPayout(db, payoutId)
    if (after?.payout.status === 'paid') throw alreadyPaid()
    throw new Problem(409, 'This payout has changed meanwhile. Please load it again.')
  }
}

const alreadyPaid = () => new Problem(409, 'This payout is paid already.')

function notifyPaid(
  db: Db,
  { payout, affiliate: { email: to } }: PayoutWithAffiliate,
  address: string,
  reference: string,
  now: number,
): Write[] {
  const { id, referrerId: userId, period, totalCents } = payout
  const key = `payout-paid:${id}`
  const masked = maskAddress(address)
  const mail = { template: 'payout-paid' as const, data: { period, totalCents, address: masked, reference } }
  const title = 'Payout sent'
  const message = `${formatCents(totalCents)} of referral commission is on its way to ${masked}.`
  const link = REFERRALS_LINK
  const messages = [REFRESH, notification({ id: `payout-${id}`, type: 'success', title, message, link }, now)]
  return [
    queueMail(db, { key, to, userId, mail, now }),
    enqueueEmail(db, { key: `${key}:1`, deliveryKey: key, now }),
    enqueueUserMessages(db, { key: `${key}:screens`, userId, messages, now }),
  ]
}
