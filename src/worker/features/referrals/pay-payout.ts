import { formatCents } from '../../core/money.ts'
import { Problem } from '../../core/problem.ts'
import { toIso } from '../../core/time.ts'
import { commit, type Db, refusedBy } from '../../db/client.ts'
import type { Actor } from '../../http/actor.ts'
import { queueMail } from '../email/writes.ts'
import { enqueueEmail, enqueueUserMessages } from '../notifications/writes.ts'
import { maskAddress } from './rules.ts'
import { findPayout, type PayoutWithAffiliate } from './store.ts'
import { markPaid, noteNowPaid } from './writes.ts'

/**
 * Marks a payout whose money was sent: its commissions are paid, and its affiliate is notified. Returns the outbox keys.
 * @throws Problem 404; 409 where it was paid before, or changed while it was being paid; 422 without an address
 */
export async function payPayout(
  db: Db,
  payoutId: number,
  actor: Actor,
  reference: string,
  now: number,
): Promise<string[]> {
  const [found] = await findPayout(db, payoutId)
  if (!found) throw new Problem(404, 'There is no such payout.')
  const { payout } = found
  if (payout.status === 'paid') throw alreadyPaid()
  if (payout.address === null) {
    throw new Problem(422, 'This affiliate has not said yet where to pay to.')
  }
  const by = { actorId: actor.id, ip: actor.ip, reference, now }
  const told = tell(db, found, payout.address, reference, now)
  try {
    await commit(db, [noteNowPaid(db, payout, by), ...markPaid(db, payout.id, by), ...told.writes])
  } catch (error) {
    if (!refusedBy(error, 'audit_log', 'action')) throw error
    const [after] = await findPayout(db, payoutId)
    if (after?.payout.status === 'paid') throw alreadyPaid()
    throw new Problem(409, 'This payout has changed meanwhile. Please look at it again.')
  }
  return told.outboxKeys
}

const alreadyPaid = () => new Problem(409, 'This payout is paid already.')

function tell(
  db: Db,
  { payout, affiliate: { email: to } }: PayoutWithAffiliate,
  address: string,
  reference: string,
  now: number,
) {
  const { id, referrerId: userId, period, totalCents } = payout
  const key = `payout-paid:${id}`
  const keys = { mail: `${key}:1`, screens: `${key}:screens` }
  const masked = maskAddress(address)
  const timestamp = toIso(now)
  const mail = { template: 'payout-paid' as const, data: { period, totalCents, address: masked, reference } }
  const news = {
    ...{ id: `payout-${id}`, type: 'success' as const, title: 'Payout sent', timestamp, read: false },
    message: `${formatCents(totalCents)} of referral commission is on its way to ${masked}.`,
  }
  return {
    outboxKeys: Object.values(keys),
    writes: [
      queueMail(db, { key, to, userId, mail, now }),
      enqueueEmail(db, { key: keys.mail, deliveryKey: key, now }),
      enqueueUserMessages(db, {
        key: keys.screens,
        userId,
        messages: [{ type: 'dashboard_refresh' }, { type: 'notification', timestamp, data: news }],
        now,
      }),
    ],
  }
}
