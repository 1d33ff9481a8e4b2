import { formatCents, toDecimal } from '#shared/core/money.ts'
import type { PaymentStatus } from '#shared/payments/contract.ts'
import { Problem } from '../../../core/problem.ts'
import { commit, refusedBy, type Write } from '../../../db/client.ts'
import type { ShopDeps } from '../../../http/shop-deps.ts'
import { ProviderDown } from '../../../providers/payment-provider.ts'
import { providerOf } from '../../../providers/payment-providers.ts'
import { closeBalanceCheckout } from '../balance/balance-checkout.ts'
import { findOpenBalanceCheckout } from '../balance/store.ts'
import { isOfDeletedAccount, type Observation, type Paid, wasMade } from '../rules.ts'
import { findOwner } from '../settlement/find-owner.ts'
import { observePayment } from '../settlement/observe-payment.ts'
import { reportSettledTwice } from '../settlement/report-paid-twice.ts'
import { settlePayment } from '../settlement/settle-payment.ts'
import { acknowledgedKind, findNewestGrant } from '../settlement/store.ts'
import { writeSettlement } from '../settlement/write-settlement.ts'
import { findById, type Payment, type PaymentWithProduct } from '../store.ts'
import { clearFlag, recordOnce } from '../writes.ts'
import { PLAIN_NAMES } from './waiting-rules.ts'
import { reducePrice } from './writes.ts'

/** What the admin knows: `confirmed`, the provider's answer; `revision`, the flagged payment that they were asked about. */
type Request = {
  confirmed: boolean
  revision?: number | undefined
  note: (before: Before, after: Completed) => Write
}
export type Completed = { status: PaymentStatus; by: 'provider' | 'admin' }
export type Before = Pick<Payment, 'status' | 'flaggedReason' | 'revision'>

/**
 * Completes a payment that is not final. The provider is asked first: a payment that it reports as paid is settled as
 * usual. Else the admin completes it by hand, where `confirmed` shows that they know the provider's answer; open pages
 * are closed before that, so that the buyer cannot pay a second time. `note` is written in the batch of a completion by
 * hand, and after a settlement in a batch of its own. A flag is cleared only if `revision` shows that the admin was asked
 * about it: of two clicks at once, the second one does not clear the flag that the first one raised. Of a payment that
 * was made, or whose account was deleted, only the flag is cleared.
 * @throws Problem 404, 409 (`data.code`: made, confirm, moved), 422
 */
export async function completePayment(
  deps: ShopDeps,
  id: number,
  request: Request,
  now: number,
): Promise<Completed> {
  const { confirmed, note } = request
  const target = await findById(deps.db, id)
  if (!target) throw new Problem(404, 'There is no such payment.')
  const { status, flaggedReason } = target.payment
  if (flaggedReason !== null && (wasMade(status) || isOfDeletedAccount(target.payment))) {
    const closed = confirmed && !wasMade(status) ? await closeRefunded(deps, target, request, now) : null
    return closed ?? acknowledge(deps, { ...target.payment, flaggedReason }, request, now)
  }
  refuseMade(target.payment)
  const { observed, says } = await ask(deps, target, confirmed, now)
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

/**
 * Closes the payment of a deleted account where its provider reports that the money is gone, so that a refund that
 * comes back flags it again. Null where the provider does not report that.
 */
async function closeRefunded(
  deps: ShopDeps,
  target: PaymentWithProduct,
  { revision, note }: Request,
  now: number,
): Promise<Completed | null> {
  const { payment } = target
  const provider = providerOf(deps.providers, payment.paymentProvider)
  if (!provider || payment.checkoutId === null || revision !== payment.revision) return null
  try {
    const { outcome } = await settlePayment(deps, target, payment.checkoutId, 'admin', now)
    if (outcome !== 'closed') return null
  } catch (error) {
    if (error instanceof ProviderDown) return null
    throw error
  }
  const completed = {
    status: (await findById(deps.db, payment.id))?.payment.status ?? payment.status,
    by: 'provider' as const,
  }
  await commit(deps.db, [note(payment, completed)])
  return completed
}

/** Clears a flag that asks for no settlement: of a payment that was made, or whose account was deleted. */
async function acknowledge(
  { db }: ShopDeps,
  payment: Payment & { flaggedReason: string },
  { confirmed, revision, note }: Request,
  now: number,
): Promise<Completed> {
  const { id: paymentId, status, flaggedReason: reason } = payment
  if (!confirmed || revision !== payment.revision) {
    const { says, question } = questionFor(payment)
    const data = { code: 'confirm', provider: says, clearsFlag: true, revision: payment.revision }
    throw new Problem(409, `${says} ${question}`, { data })
  }
  const completed = { status, by: 'admin' as const }
  // Without a settlement the next observation would flag the same money again.
  const seen = { paymentId, kind: acknowledgedKind(reason), source: 'admin', details: { reason }, now }
  const writes = [
    clearFlag(db, payment, now),
    ...(wasMade(status) ? [] : [recordOnce(db, seen).onConflictDoNothing()]),
    note(payment, completed),
  ]
  try {
    await commit(db, writes)
  } catch (error) {
    if (refusedBy(error, 'payments', 'revision')) throw moved()
    throw error
  }
  return completed
}

function questionFor(payment: Payment): { says: string; question: string } {
  const reason = `${payment.flaggedReason}.`
  if (!wasMade(payment.status))
    return { says: reason, question: 'Confirm that you have refunded this money at the provider.' }
  const access =
    payment.status === 'disputed'
      ? 'The order is complete, and access is paused by a dispute.'
      : payment.status === 'refunded'
        ? 'The order was refunded in full.'
        : 'The order is complete, and its buyer has access.'
  return { says: `${reason} ${access}`, question: 'Confirm that nothing is left to refund or to deliver.' }
}

const moved = () =>
  new Problem(409, 'This payment has just changed. Please check it again.', { data: { code: 'moved' } })

const MADE: Partial<Record<PaymentStatus, string>> = { partially_refunded: 'partly refunded' }

function refuseMade({ status }: Payment): void {
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
  if (isOfDeletedAccount(payment))
    throw new Problem(422, 'The account of this payment was deleted. Refund the money at the provider.')
  const completed = { status: 'completed', by: 'admin' } as const
  const observed = paid ?? paidByWord(payment)
  if (
    payment.purchaseType === 'subscription' &&
    payment.paymentProvider === 'stripe' &&
    !observed.subscription
  )
    throw new Problem(422, 'Stripe has no subscription for this payment, and only Stripe can renew one.')
  if (observed.disputed !== 'no' || (paid !== null && (paid.refundedCents ?? 0) >= paid.amountCents))
    throw new Problem(422, 'The provider took this money back already.')
  const owner = payment.userId ?? (await findOwner(deps.db, payment.email ?? observed.email))
  // A smaller amount becomes the price; an excess is refunded at the provider, if at all.
  const isSame = paid === null || paid.currency === payment.currency
  const arrived = page?.kind === 'underpaid' ? page.receivedCents : payment.receivedCents
  const came = paid === null ? arrived : paid.amountCents
  const isLess = isSame && came > 0 && came < payment.amountCents
  const amountCents = isLess ? came : payment.amountCents
  const buyer: PaymentWithProduct = { ...target, payment: { ...payment, userId: owner, amountCents } }
  const { hasAny, isCurrent: onlyIf } = await findNewestGrant(deps.db, buyer.payment)
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

type Answer = { observed: Observation | null; says: string }

/** Asks the provider about the payment. `closing`: its pages are closed first, before an admin completes it by hand. */
async function ask(
  deps: ShopDeps,
  target: PaymentWithProduct,
  closing: boolean,
  now: number,
): Promise<Answer> {
  const { payment } = target
  const provider = providerOf(deps.providers, payment.paymentProvider)
  if (payment.paymentProvider === 'free')
    return { observed: null, says: 'This order is free: there is nothing to pay.' }
  if (!provider)
    return { observed: null, says: `There are no credentials for ${PLAIN_NAMES[payment.paymentProvider]}.` }
  if (payment.checkoutId === null)
    return { observed: null, says: 'No payment page was opened for the buyer.' }
  try {
    if (closing) {
      await provider.expireCheckout(payment.checkoutId)
      const balance = await findOpenBalanceCheckout(deps.db, payment.id)
      if (balance) await closeBalanceCheckout(deps, target, balance, now)
    }
    const { observed } = await observePayment(deps.db, provider, payment, payment.checkoutId, now)
    return { observed, says: messageFor(observed, payment) }
  } catch (error) {
    if (!(error instanceof ProviderDown)) throw error
    return { observed: null, says: `${PLAIN_NAMES[payment.paymentProvider]} does not respond.` }
  }
}

const sumOf = ({ amountCents, currency }: Pick<Paid, 'amountCents' | 'currency'>) =>
  currency === 'usd' ? formatCents(amountCents) : `${toDecimal(amountCents)} ${currency.toUpperCase()}`.trim()

function messageFor(observed: Observation, payment: Payment): string {
  const name = PLAIN_NAMES[payment.paymentProvider]
  switch (observed.kind) {
    case 'paid':
      return `${name} reports ${sumOf(observed)} as paid. The price is ${sumOf(payment)}.`
    case 'underpaid':
      return `${name} reports that ${formatCents(observed.receivedCents)} of ${formatCents(payment.amountCents)} arrived.`
    case 'unknown':
      return `${name} does not know this checkout.`
    case 'processing':
      return `${name} reports that the money is on its way.`
    default:
      return `${name} reports the status “${observed.kind}”, not “paid”.`
  }
}
