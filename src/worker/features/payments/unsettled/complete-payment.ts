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
import { findNewestGrant } from '../settlement/store.ts'
import { writeSettlement } from '../settlement/write-settlement.ts'
import { findById, type Payment, type PaymentWithProduct } from '../store.ts'
import { clearFlag } from '../writes.ts'
import { PLAIN_NAMES } from './waiting-rules.ts'
import { reducePrice } from './writes.ts'

export type Completed = { status: PaymentStatus; by: 'provider' | 'admin' }
export type Before = Pick<Payment, 'status' | 'flaggedReason' | 'revision'>

/**
 * Completes a payment that is not final. The provider is asked first: a payment that it reports as paid is settled as
 * usual. Else the admin completes it by hand, where `confirmed` shows that they know the provider's answer; open pages
 * are closed before that, so that the buyer cannot pay a second time. `note` is written in the batch of a completion by
 * hand, and after a settlement in a batch of its own.
 * @throws Problem 404, 409 (`data.code`: made, confirm, moved), 422
 */
export async function completePayment(
  deps: ShopDeps,
  id: number,
  { confirmed, note }: { confirmed: boolean; note: (before: Before, after: Completed) => Write },
  now: number,
): Promise<Completed> {
  const target = await findById(deps.db, id)
  if (!target) throw new Problem(404, 'There is no such payment.')
  if (wasMade(target.payment.status) && target.payment.flaggedReason !== null)
    return acknowledge(deps, target.payment, { confirmed, note }, now)
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
  if (!confirmed) {
    throw new Problem(409, `${says} Confirm to complete this payment all the same.`, {
      data: { code: 'confirm', provider: says },
    })
  }
  return byHand(deps, id, observed?.kind === 'paid' ? observed : null, note, now)
}

/** Clears the flag of a payment that was settled and flagged for its product: the admin has served its buyer. */
async function acknowledge(
  { db }: ShopDeps,
  payment: Payment,
  { confirmed, note }: { confirmed: boolean; note: (before: Before, after: Completed) => Write },
  now: number,
): Promise<Completed> {
  const says =
    payment.status === 'disputed'
      ? `${payment.flaggedReason}. The right amount was paid, and access is paused by a dispute.`
      : `${payment.flaggedReason}. The right amount was paid, and its buyer has access.`
  if (!confirmed) {
    const message = `${says} Confirm that its buyer has what they paid for.`
    throw new Problem(409, message, { data: { code: 'confirm', provider: says } })
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
  id: number,
  paid: Paid | null,
  note: (before: Before, after: Completed) => Write,
  now: number,
): Promise<Completed> {
  // Read again: the request to the provider may have flagged the payment.
  const target = await findById(deps.db, id)
  if (!target) throw new Problem(404, 'There is no such payment.')
  const { payment } = target
  refuseMade(payment)
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
  const came = paid === null ? payment.receivedCents : paid.amountCents
  const isLess = isSame && came > 0 && came < payment.amountCents
  const amountCents = isLess ? came : payment.amountCents
  const buyer: PaymentWithProduct = { ...target, payment: { ...payment, userId: owner, amountCents } }
  const { hasAny, isCurrent: onlyIf } = await findNewestGrant(deps.db, buyer.payment)
  const also = [
    ...(isLess ? [reducePrice(deps.db, id, amountCents)] : []),
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
    countedCents: paid === null ? payment.receivedCents : undefined,
  }
  const done = await writeSettlement(deps, buyer, given, 'admin', now, also)
  if (!done) throw moved()
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
