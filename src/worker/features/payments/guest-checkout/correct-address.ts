import { emailKey } from '../../../core/email-address.ts'
import { Problem } from '../../../core/problem.ts'
import { refusedBy } from '../../../db/client.ts'
import type { ShopDeps } from '../../../http/shop-deps.ts'
import { spendBudget } from '../../budgets/spend-budget.ts'
import { readdressReceipt } from '../../email/delivery-writes.ts'
import { queueMail, receiptKey } from '../../email/writes.ts'
import { commitAndDispatch } from '../../notifications/dispatch-outbox.ts'
import { enqueueEmail } from '../../notifications/writes.ts'
import type { Payment } from '../store.ts'
import { findGuestOrder, type GuestClaim, unknownOrder } from './read-guest-order.ts'
import { findCorrection } from './store.ts'
import { correctOrderAddress } from './writes.ts'

/** How often the address of one order can be corrected. */
const MOST_CORRECTIONS = 2

/**
 * Corrects a mistyped address of an order, for the browser that opened its checkout. Links that went to the old address
 * end, the receipt goes to the new one, and the old one gets a short notice. Not once the order is in an account, or a
 * link that went to the old address was used: then somebody reads that mailbox.
 * @throws Problem 404, 409 (why not), 429
 */
export async function correctAddress(
  deps: ShopDeps,
  claim: GuestClaim & { email: string; network: string | null },
  now: number,
): Promise<void> {
  const { db, env } = deps
  const seen = await findGuestOrder(deps, claim, now)
  if (!seen) throw unknownOrder()
  const { payment } = seen
  const { email } = claim
  if (emailKey(payment.email ?? '') === emailKey(email)) return
  const { corrections, isLinkUsed } = await findCorrection(db, payment.id)
  refuseCorrection(payment, corrections, isLinkUsed)
  await spendBudget(env, 'purchase mail', { address: email, network: claim.network }, now)
  const receipt = receiptKey(payment.id)
  const notice = `order-address-corrected:${payment.id}:${corrections + 1}`
  const isPaid = payment.paymentDate !== null
  const writes = [
    ...correctOrderAddress(db, payment, { email, corrections }, now),
    ...(isPaid
      ? [
          readdressReceipt(db, receipt, email, now),
          enqueueEmail(db, { key: `${receipt}:corrected-${corrections + 1}`, deliveryKey: receipt, now }),
        ]
      : []),
    ...(isPaid && payment.email !== null
      ? [
          queueMail(db, {
            key: notice,
            to: payment.email,
            paymentId: payment.id,
            mail: { template: 'order-address-corrected', data: { paymentId: payment.id } },
            now,
          }),
          enqueueEmail(db, { key: notice, deliveryKey: notice, now }),
        ]
      : []),
  ]
  try {
    await commitAndDispatch(deps, writes, now)
  } catch (error) {
    const isChanged = refusedBy(error, 'guest_checkouts') || refusedBy(error, 'payments')
    if (!isChanged) throw error
    throw new Problem(409, 'This order has just changed. Please load the page again.')
  }
}

function refuseCorrection(payment: Payment, corrections: number, isLinkUsed: boolean): void {
  const { status, userId } = payment
  if (userId !== null)
    throw new Problem(
      409,
      'This order belongs to an account already. Write to support to change its address.',
    )
  if (status !== 'pending' && status !== 'completed' && status !== 'partially_refunded')
    throw new Problem(409, 'This order has ended, so its address stays as it is.')
  if (isLinkUsed)
    throw new Problem(
      409,
      'The link in the mail to this address was used already, so the address works. Write to support to change it.',
    )
  if (corrections >= MOST_CORRECTIONS)
    throw new Problem(409, 'The address was corrected twice already. Write to support to change it again.')
}
