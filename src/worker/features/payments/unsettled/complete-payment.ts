import type { PaymentStatus } from '#shared/payments/contract.ts'
import { isOver } from '#shared/subscriptions/rules.ts'
import { Problem } from '../../../core/problem.ts'
import { commit, refusedBy, type Write } from '../../../db/client.ts'
import type { ShopDeps } from '../../../http/shop-deps.ts'
import { awaitsFile, isOfDeletedAccount, NO_FILE, type Observation, type Paid, wasMade } from '../rules.ts'
import { findOwner } from '../settlement/find-owner.ts'
import { reportSettledTwice } from '../settlement/report-paid-twice.ts'
import { settlePayment } from '../settlement/settle-payment.ts'
import { findUnsettledRefund, newestOf, selectNewestGrant } from '../settlement/store.ts'
import { writeSettlement } from '../settlement/write-settlement.ts'
import { findById, type Payment, type PaymentWithProduct } from '../store.ts'
import { clearFlag } from '../writes.ts'
import { askProvider } from './ask-provider.ts'
import { reducePrice } from './writes.ts'

const OF_DELETED =
  'The account of this payment was deleted. Refund the money at the provider, then click Close on the order.'

/** Its money counts as paid at the provider, which may not report the refund. */
const CLOSED_AS_REFUNDED =
  'An admin closed this order because its money was refunded. To give the product all the same, give access to the buyer’s account.'

const DISPUTED =
  'The buyer’s bank disputes this payment. Wait for its decision, then complete or close the order.'
const TAKEN_BACK =
  'This money was refunded, or lost in a dispute. To give the product all the same, give access to the buyer’s account.'

/** What the admin knows: `confirmed`, the provider's answer; `revision`, the flagged payment that they were asked about. */
export type DecisionRequest = {
  confirmed: boolean
  revision?: number | undefined
  note: (before: Before, after: Completed) => Write
}
/** `goesOn`: only the flag was cleared, and the provider is asked again later. */
export type Completed = { status: PaymentStatus; by: 'provider' | 'admin'; goesOn?: true }
export type Before = Pick<Payment, 'status' | 'flaggedReason' | 'revision'>

/**
 * Completes a payment that is not final. The provider is asked first: a payment that it reports as paid is settled as
 * usual. Else the admin completes it by hand, where `confirmed` shows that they know the provider's answer; open pages
 * are closed before that, so that the buyer cannot pay a second time. `note` is written in the batch of a completion by
 * hand, and after a settlement in a batch of its own. A flag is cleared only if `revision` shows that the admin was asked
 * about it: of two clicks at once, the second one does not clear the flag that the first one raised. Of a payment that
 * was made, only the flag is cleared.
 * @throws Problem 404, 409 (`data.code`: made, confirm, moved), 422
 */
export async function completePayment(
  deps: ShopDeps,
  id: number,
  request: DecisionRequest,
  now: number,
): Promise<Completed> {
  const { confirmed, note } = request
  const target = await findById(deps.db, id)
  if (!target) throw new Problem(404, 'There is no such payment.')
  const { status, flaggedReason } = target.payment
  if (flaggedReason !== null && wasMade(status))
    return acknowledge(deps, { ...target.payment, flaggedReason }, request, now)
  refuseMade(target.payment)
  if (flaggedReason !== null && isOfDeletedAccount(target.payment)) throw new Problem(422, OF_DELETED)
  if ((await findUnsettledRefund(deps.db, id))?.byAdmin) throw new Problem(422, CLOSED_AS_REFUNDED)
  const { observed, says } = await askProvider(deps, target, { closing: confirmed }, now)
  if (observed?.kind === 'paid' && target.payment.checkoutId !== null) {
    const { outcome } = await settlePayment(deps, target, target.payment.checkoutId, 'admin', now)
    const settled = await findById(deps.db, id)
    if (settled && outcome !== 'flagged' && wasMade(settled.payment.status)) {
      const completed = { status: settled.payment.status, by: 'provider' as const }
      await commit(deps.db, [note(target.payment, completed)])
      return completed
    }
  }
  // Read again: the request to the provider may have flagged the payment.
  const current = await findById(deps.db, id)
  if (!current) throw new Problem(404, 'There is no such payment.')
  refuseMade(current.payment)
  const { revision, flaggedReason: reason } = current.payment
  // The state that the admin was asked about. A request without it confirms only an unflagged payment.
  const isUnseen = request.revision === undefined ? reason !== null : revision !== request.revision
  if (!confirmed || isUnseen) {
    const known = confirmed && isUnseen && reason !== null ? `${reason}. ${says}` : says
    throw new Problem(409, `${known} Confirm to complete this payment all the same.`, {
      data: { code: 'confirm', provider: says, clearsFlag: false, revision },
    })
  }
  return byHand(deps, current, observed, note, now)
}

/** Clears the flag of a payment that was made: it asks for no settlement. */
async function acknowledge(
  { db }: ShopDeps,
  payment: Payment & { flaggedReason: string },
  { confirmed, revision, note }: DecisionRequest,
  now: number,
): Promise<Completed> {
  if (!confirmed || revision !== payment.revision) {
    const { says, question } = questionFor(payment)
    const data = { code: 'confirm', provider: says, clearsFlag: true, revision: payment.revision }
    throw new Problem(409, `${says} ${question}`, { data })
  }
  const completed = { status: payment.status, by: 'admin' as const }
  try {
    await commit(db, [clearFlag(db, payment, now), note(payment, completed)])
  } catch (error) {
    if (refusedBy(error, 'payments', 'revision')) throw moved()
    throw error
  }
  return completed
}

function questionFor(payment: Payment): { says: string; question: string } {
  const access =
    payment.status === 'disputed'
      ? 'The order is complete, and access is paused by a dispute.'
      : payment.status === 'refunded'
        ? 'The order was refunded in full.'
        : 'The order is complete.'
  return {
    says: `${payment.flaggedReason}. ${access}`,
    question:
      awaitsFile(payment) && payment.flaggedReason !== NO_FILE
        ? 'Confirm that nothing is left to refund. The order then stays flagged until its file is there.'
        : 'Confirm that nothing is left to refund or to deliver.',
  }
}

export const moved = () =>
  new Problem(409, 'This payment has just changed. Please check it again.', { data: { code: 'moved' } })

const MADE: Partial<Record<PaymentStatus, string>> = { partially_refunded: 'partly refunded' }

export function refuseMade({ status }: Payment): void {
  if (wasMade(status))
    throw new Problem(409, `This payment is already ${MADE[status] ?? status}.`, {
      data: { code: 'made', status },
    })
}

async function byHand(
  deps: ShopDeps,
  target: PaymentWithProduct,
  page: Observation | null,
  note: (before: Before, after: Completed) => Write,
  now: number,
): Promise<Completed> {
  const paid = page?.kind === 'paid' ? page : null
  const { payment } = target
  if (isOfDeletedAccount(payment)) throw new Problem(422, OF_DELETED)
  const completed = { status: 'completed', by: 'admin' } as const
  const observed = paid ?? paidByWord(payment)
  if (
    payment.purchaseType === 'subscription' &&
    payment.paymentProvider === 'stripe' &&
    !observed.subscription
  )
    throw new Problem(
      422,
      'Stripe has no subscription for this payment, and only Stripe can renew one. Ask the buyer to check out again, or give access to the buyer’s account.',
    )
  if (observed.subscription !== null && isOver(observed.subscription.status))
    throw new Problem(
      422,
      'The subscription of this payment has ended at Stripe. Refund the money there and click Close on the order, or give access to the buyer’s account.',
    )
  if (observed.disputed !== 'no' || (paid !== null && (paid.refundedCents ?? 0) >= paid.amountCents))
    throw new Problem(422, observed.disputed === 'open' ? DISPUTED : TAKEN_BACK)
  const owner = payment.userId ?? (await findOwner(deps.db, payment.email ?? observed.email))
  // A smaller amount becomes the price; an excess is refunded at the provider, if at all.
  const isSame = paid === null || paid.currency === payment.currency
  const arrived = page?.kind === 'underpaid' ? page.receivedCents : payment.receivedCents
  const came = paid === null ? arrived : paid.amountCents
  const isLess = isSame && came > 0 && came < payment.amountCents
  const amountCents = isLess ? came : payment.amountCents
  const buyer: PaymentWithProduct = { ...target, payment: { ...payment, userId: owner, amountCents } }
  const [newest] = await selectNewestGrant(deps.db, buyer.payment)
  const { hasAny, isCurrent: onlyIf } = newestOf(buyer.payment, newest)
  const also = [
    ...(isLess ? [reducePrice(deps.db, payment.id, amountCents)] : []),
    ...(hasAny ? await reportSettledTwice(deps, buyer, observed, 'admin', now) : []),
    note(payment, completed),
  ]
  // An amount in another currency does not give the excess in ours.
  const left = paid === null ? 0 : paid.receivedCents - (paid.refundedCents ?? 0)
  const receivedCents = isSame ? Math.max(amountCents, left) : amountCents
  const given = {
    checkoutId: payment.checkoutId,
    observed: { ...observed, receivedCents },
    onlyIf,
    countedCents: paid === null ? arrived : undefined,
  }
  const done = await writeSettlement(deps, buyer, given, 'admin', now, also)
  if (!done) throw moved()
  // A part that was refunded at the provider is written like any later refund.
  const settled = (paid?.refundedCents ?? 0) > 0 ? await findById(deps.db, payment.id) : undefined
  if (settled && payment.checkoutId !== null) {
    await settlePayment(deps, settled, payment.checkoutId, 'admin', now)
  }
  return completed
}

/** Replaces the observation where the money came another way. */
const paidByWord = ({ amountCents, currency, email }: Payment): Paid => ({
  kind: 'paid',
  amountCents,
  currency,
  email,
  receivedCents: amountCents,
  refundedCents: null,
  transactionId: null,
  intentId: null,
  subscription: null,
  period: null,
  disputed: 'no',
})
