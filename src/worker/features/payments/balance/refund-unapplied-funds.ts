import { clockFrom } from '../../../core/clock-from.ts'
import { logError } from '../../../core/log-error.ts'
import { Problem } from '../../../core/problem.ts'
import { commit, refusedBy } from '../../../db/client.ts'
import type { ShopDeps } from '../../../http/shop-deps.ts'
import { ClaimLost, ProviderRefused } from '../../../providers/payment-provider.ts'
import { releaseUse } from '../../coupons/writes.ts'
import { alertKey, queueAlert } from '../../email/writes.ts'
import { commitAndDispatch } from '../../notifications/dispatch-outbox.ts'
import { enqueueEmailOnce } from '../../notifications/writes.ts'
import { notifyAmount } from '../notices/notify-amount.ts'
import { refuse } from '../refusals.ts'
import { requireProvider } from '../require-provider.ts'
import { wasMade } from '../rules.ts'
import type { PaymentWithProduct } from '../store.ts'
import { closeBalanceCheckout } from './balance-checkout.ts'
import { type CryptoPayment, refreshOwnPayment } from './refresh-own-payment.ts'
import { unappliedCents } from './rules.ts'
import { findOpenBalanceCheckout, listUnappliedRefunds, type UnappliedRefund } from './store.ts'
import {
  claimUnappliedRefund,
  completeUnappliedRefund,
  failUnappliedRefund,
  insertUnappliedRefund,
  renewUnappliedClaim,
  type UnappliedClaim,
} from './writes.ts'

/** Maximum attempts when another click, or money that arrived, changed the payment between read and write. */
const MAX_ATTEMPTS = 4

/** `claimUrl`: where the buyer names the wallet to refund to; null where that is the wallet the money came from. */
export type UnappliedRefundResult = {
  amountCents: number
  status: 'approved' | 'succeeded'
  claimUrl: string | null
}

/**
 * Refunds the unapplied funds of a payment: all of them where too little arrived, the excess where too much did. Called
 * again, it resumes the refund that was begun, or returns its state.
 * @throws Problem 404, 409 (`data.code`), 422 where the provider refuses; ProviderDown before anything was decided
 */
export async function refundUnappliedFunds(
  deps: ShopDeps,
  userId: number,
  id: number,
  start: number,
): Promise<UnappliedRefundResult> {
  const clock = clockFrom(start)
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const now = clock()
    const target = await refreshOwnPayment(deps, userId, id, now)
    const { payment } = target
    const [latest] = await listUnappliedRefunds(deps.db, id)
    if (latest?.status === 'approved') return finishRefund(deps, target, latest, clock())
    const made = wasMade(payment.status)
    const amountCents = unappliedCents({ ...payment, wasMade: made })
    if (amountCents === 0 && latest) return toResult(latest)
    if (amountCents === 0) throw refuse('stale', 'There is nothing to refund for this payment.')
    if (!made && (await closePages(deps, target, now))) continue
    if (!made && payment.status === 'pending') {
      throw refuse('confirming', 'This payment is still being confirmed. Please try again when that is done.')
    }
    await insertOnce(deps, target, amountCents, now)
  }
  throw refuse('confirming', 'This payment is changing, or being refunded, just now. Please try again later.')
}

/** Closes open checkouts, so that nothing is paid into a refund. True where one closed: read the payment again. */
async function closePages(deps: ShopDeps, target: CryptoPayment, now: number): Promise<boolean> {
  const { payment } = target
  const balance = await findOpenBalanceCheckout(deps.db, payment.id)
  if (balance) {
    await closeBalanceCheckout(deps, target, balance, now)
    return true
  }
  if (payment.status !== 'pending' || payment.checkoutId === null) return false
  await requireProvider(deps, payment).expireCheckout(payment.checkoutId)
  const after = await refreshOwnPayment(deps, payment.userId ?? 0, payment.id, now)
  return after.payment.status !== 'pending'
}

/** One of two clicks is refused: by the payment's revision, or by the limit of one open refund for each payment. */
async function insertOnce(deps: ShopDeps, { payment }: CryptoPayment, amountCents: number, now: number) {
  const { db } = deps
  const given = { reference: crypto.randomUUID(), amountCents, userId: payment.userId ?? 0, source: 'return' }
  try {
    await commit(db, [
      ...insertUnappliedRefund(db, payment, given, now),
      ...(wasMade(payment.status) ? [] : releaseUse(db, payment.id)),
    ])
  } catch (error) {
    if (!refusedBy(error, 'payments', 'revision') && !refusedBy(error, 'refunds')) throw error
  }
}

/**
 * Asks the provider for the refund, and notifies the buyer. Where the provider does not answer, or another call carries
 * the refund out, it is returned as approved: the sweep resumes it with the same reference, so it is the same refund.
 */
async function finishRefund(
  deps: ShopDeps,
  target: PaymentWithProduct,
  row: UnappliedRefund,
  now: number,
): Promise<UnappliedRefundResult> {
  try {
    return await askProvider(deps, target, row, now)
  } catch (error) {
    if (error instanceof ProviderRefused)
      throw new Problem(
        422,
        'The refund did not go through, and we still have your money. Our support team knows and will email you.',
      )
    logError('refund-unapplied-funds', { refund: row.id, error })
    return toResult(row)
  }
}

async function askProvider(
  deps: ShopDeps,
  target: PaymentWithProduct,
  row: UnappliedRefund,
  start: number,
): Promise<UnappliedRefundResult> {
  const { db } = deps
  const { payment, product } = target
  const { reference, amountCents } = row
  const clock = clockFrom(start)
  const [claim] = await claimUnappliedRefund(db, row.id, clock())
  if (!claim) return toResult(row)
  const confirmClaim = async () => {
    const renewed = await renewUnappliedClaim(db, claim, clock())
    if (renewed.length === 0) throw new ClaimLost('Another run carries out this refund')
  }
  try {
    const refund = await requireProvider(deps, payment).refund({
      reference,
      amountCents,
      currency: payment.currency,
      checkoutId: payment.checkoutId ?? '',
      intentId: payment.intentId,
      reason: row.reason ?? '',
      confirmClaim,
    })
    const now = clock()
    const notice = {
      about: 'back' as const,
      receivedCents: amountCents,
      claimUrl: refund.claimUrl,
      occasion: row.id,
    }
    const writes = [
      completeUnappliedRefund(db, row.id, refund, now),
      ...notifyAmount(db, payment, product, notice, now),
    ]
    await commitAndDispatch(deps, writes, now)
    return { amountCents, status: 'succeeded', claimUrl: refund.claimUrl }
  } catch (error) {
    if (error instanceof ProviderRefused) {
      await confirmClaim()
      await giveUp(deps, target, { claim, row }, error.message, clock())
    }
    throw error
  }
}

/** The provider refused: the money stays with the payment, and support is notified. */
async function giveUp(
  deps: ShopDeps,
  target: PaymentWithProduct,
  { claim, row }: { claim: UnappliedClaim; row: UnappliedRefund },
  why: string,
  now: number,
) {
  const { db } = deps
  const { payment, product } = target
  const reason = `The provider refuses the refund that the buyer asked for: ${why}`
  const data = {
    paymentId: payment.id,
    productName: product.name,
    amountCents: row.amountCents,
    email: payment.email,
    reason,
    outcome: 'refund-failed' as const,
  }
  const key = alertKey(payment.id, `refund-${row.id}`)
  const writes = [
    ...failUnappliedRefund(db, claim, row.amountCents, why, now),
    queueAlert(db, { key, to: deps.config.supportEmail, data, now }).onConflictDoNothing(),
    enqueueEmailOnce(db, { key: `${key}:1`, deliveryKey: key, now }),
  ]
  await commitAndDispatch(deps, writes, now)
}

/** For the sweep: resumes an approved refund that its provider does not know yet. @throws ProviderDown, ClaimLost */
export async function resumeUnappliedRefund(
  deps: ShopDeps,
  target: PaymentWithProduct,
  now: number,
): Promise<void> {
  const [latest] = await listUnappliedRefunds(deps.db, target.payment.id)
  if (latest?.status === 'approved') await askProvider(deps, target, latest, now)
}

const toResult = ({ amountCents, status, claimUrl }: UnappliedRefund): UnappliedRefundResult => ({
  amountCents,
  status: status === 'succeeded' ? 'succeeded' : 'approved',
  claimUrl,
})
