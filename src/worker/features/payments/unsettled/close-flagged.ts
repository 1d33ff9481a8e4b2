import { formatCents } from '#shared/core/money.ts'
import { isOver } from '#shared/subscriptions/rules.ts'
import { Problem } from '../../../core/problem.ts'
import { commit } from '../../../db/client.ts'
import type { ShopDeps } from '../../../http/shop-deps.ts'
import { isOfDeletedAccount, type Observation, type Paid } from '../rules.ts'
import { type LostMoney, moneyOf, refundOf } from '../settlement/rules.ts'
import { settlePayment } from '../settlement/settle-payment.ts'
import { acknowledgedKind, findUnsettledRefund } from '../settlement/store.ts'
import { writeClose } from '../settlement/write-settlement.ts'
import { ownChecks } from '../settlement/writes.ts'
import { findById, type Payment } from '../store.ts'
import { claimRevision, clearFlag, recordOnce } from '../writes.ts'
import { askProvider } from './ask-provider.ts'
import { type Completed, type DecisionRequest, moved, refuseMade } from './complete-payment.ts'
import { PLAIN_NAMES } from './waiting-rules.ts'

/**
 * Closes a flagged payment that was not made, without giving access, once its money was refunded or none arrived. The
 * provider is asked first: a full refund that it reports closes the payment, and money that fits by now settles it. Else
 * the admin closes it by hand, where `confirmed` and `revision` show that they refunded the money they were asked about:
 * not every provider reports refunds, and some refunds can only be paid another way. The buyer is mailed that the money
 * was refunded, and a subscription that it began ends. The same money does not flag the payment again; more money does.
 * @throws Problem 404, 409 (`data.code`: made, confirm, moved), 503; ProviderDown
 */
export async function closeFlagged(
  deps: ShopDeps,
  id: number,
  { confirmed, revision, note }: DecisionRequest,
  now: number,
): Promise<Completed> {
  const target = await findFlagged(deps, id)
  const { checkoutId } = target.payment
  if (checkoutId !== null) await settlePayment(deps, target, checkoutId, 'admin', now)
  const current = await findById(deps.db, id)
  if (!current) throw new Problem(404, 'There is no such payment.')
  const { payment } = current
  const { flaggedReason: reason } = payment
  if (reason === null) {
    const completed = { status: payment.status, by: 'provider' } as const
    await commit(deps.db, [note(target.payment, completed)])
    return completed
  }
  refuseMade(payment)
  const { observed, says, isDown } = await askProvider(deps, current, { closing: confirmed }, now)
  if (isDown) throw new Problem(503, `${says} Please try again later.`)
  const paid = observed?.kind === 'paid' ? observed : null
  if (observed !== null && WAITS.includes(observed.kind) && !isOfDeletedAccount(payment)) {
    const goesOn = { status: payment.status, by: 'provider', goesOn: true } as const
    await commit(deps.db, [
      clearFlag(deps.db, payment, now),
      ownChecks(deps.db, id, now),
      note(payment, goesOn),
    ])
    return goesOn
  }
  // Its end decides: a lost dispute closes the order, and after a won one the money is left to refund.
  if (paid?.disputed === 'open')
    throw new Problem(
      422,
      'The buyer’s bank disputes this payment. Wait for its decision, then close the order.',
    )
  // A provider that reports refunds has counted it already.
  const isUncounted = paid !== null && paid.refundedCents === null
  const before = isUncounted ? ((await findUnsettledRefund(deps.db, id))?.confirmedCents ?? 0) : 0
  const lost = paid && lostBy(payment, paid, before)
  // A subscription that the money began would charge the buyer every month. A renewal's goes on.
  const subscription = payment.subscriptionId === null ? (paid?.subscription ?? null) : null
  const ending = subscription !== null && !isOver(subscription.status) ? subscription : null
  if (!confirmed || revision !== payment.revision) {
    const question = paid ? questionFor(payment, paid, before) : `${says} ${NOTHING_LEFT}`
    const ends = ending ? ' Its subscription ends at Stripe.' : ''
    const told = lost && lost.email !== null ? ' The buyer gets a mail about it.' : ''
    const data = { code: 'confirm', provider: says, clearsFlag: false, revision: payment.revision }
    throw new Problem(409, `${reason}. ${question}${ends}${told}`, { data })
  }
  // Claimed first: a completion at the same moment gives access, and its subscription must not end.
  const claimed = await claimRevision(deps.db, payment)
  if (claimed === null) throw moved()
  if (ending) await deps.providers.stripe.cancelNow(ending.subscriptionId)
  const to = payment.status === 'expired' ? 'expired' : 'failed'
  const completed = { status: to, by: 'admin' } as const
  // Without this event the next observation would flag the same money again.
  const seen = {
    paymentId: id,
    kind: acknowledgedKind(reason, paid && moneyOf(paid)),
    source: 'admin',
    details: { reason, ...(paid && moneyOf(paid)) },
    now,
  }
  const also = [recordOnce(deps.db, seen).onConflictDoNothing(), note(payment, completed)]
  const mine = { ...current, payment: { ...payment, revision: claimed } }
  if (!(await writeClose(deps, mine, { to, checkoutId, lost: lost ?? undefined }, 'admin', now, also)))
    throw moved()
  return completed
}

async function findFlagged({ db }: ShopDeps, id: number) {
  const target = await findById(db, id)
  if (!target) throw new Problem(404, 'There is no such payment.')
  refuseMade(target.payment)
  if (target.payment.flaggedReason === null)
    throw new Problem(409, 'Only a payment that needs a decision can be closed.', { data: { code: 'moved' } })
  return target
}

/** The provider knows the payment again, and its money may still arrive: it goes on like any other. */
const WAITS: readonly Observation['kind'][] = ['underpaid', 'processing', 'open']

const NOTHING_LEFT = 'Confirm that no money of the buyer is left to refund.'

/** All of the money that arrived, less what an admin confirmed as refunded `before`. */
const lostBy = (payment: Payment, paid: Paid, before: number): Extract<LostMoney, { by: 'refund' }> => ({
  ...refundOf(payment, { ...paid, refundedCents: paid.receivedCents - before }),
  confirmed: true,
})

function questionFor(payment: Payment, { refundedCents, currency }: Paid, before: number): string {
  const name = PLAIN_NAMES[payment.paymentProvider]
  const refunded =
    refundedCents === null
      ? `${name} does not report refunds.`
      : currency === 'usd'
        ? `${name} reports ${formatCents(refundedCents)} as refunded.`
        : `${name} does not report it as refunded in full.`
  const earlier = before > 0 ? ` ${formatCents(before)} of it was confirmed as refunded before.` : ''
  return `${refunded}${earlier} Confirm that you have refunded all of this money.`
}
