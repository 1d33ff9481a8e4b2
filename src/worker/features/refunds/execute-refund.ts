import { clockFrom } from '../../core/clock-from.ts'
import { describeError } from '../../core/describe-error.ts'
import { logError } from '../../core/log-error.ts'
import type { ShopDeps } from '../../http/shop-deps.ts'
import {
  ClaimLost,
  ProviderDown,
  type ProviderRefund,
  ProviderRefused,
} from '../../providers/payment-provider.ts'
import { providerOf } from '../../providers/payment-providers.ts'
import { commitAndDispatch } from '../notifications/dispatch-outbox.ts'
import { refreshPayment } from '../payments/settlement/refresh-payment.ts'
import { syncRefunds } from '../payments/settlement/writes.ts'
import { notifyBuyer, notifyRefundTrouble } from './notify-refund.ts'
import { ALERT_AFTER_ATTEMPTS, nextAttemptAt } from './rules.ts'
import { findRefundByReference, type RefundWithPayment } from './store.ts'
import {
  claimRefund,
  failRefund,
  markGiven,
  postponeRefund,
  type RefundClaim,
  renewClaim,
  scheduleDailyCheck,
} from './writes.ts'

/**
 * Carries out a refund that was decided: the provider refunds the money, its payment follows at once. What is not due,
 * waits for a person or is in somebody else's hands is left alone; what cannot be done now is left to the sweep. Safe to
 * repeat: the provider knows the refund by its reference, and of two callers at once the later one creates it.
 */
export async function executeRefund(deps: ShopDeps, reference: string, start: number): Promise<void> {
  const now = clockFrom(start)
  const [claim] = await claimRefund(deps.db, reference, now())
  const found = claim && (await findRefundByReference(deps.db, reference))
  if (!found) return
  const confirmClaim = async () => {
    const renewed = await renewClaim(deps.db, claim, now())
    if (renewed.length === 0) throw new ClaimLost('Another run carries out this refund')
  }
  const given = await askProvider(deps, found, confirmClaim).catch((error: unknown) =>
    leave(deps, found, claim, error, now()),
  )
  if (!given) return
  await writeGiven(deps, found, given, now())
  await followGiven(deps, found, now()).catch((error: unknown) => note(found, error))
}

function askProvider(
  { providers }: ShopDeps,
  { refund, payment }: RefundWithPayment,
  confirmClaim: () => Promise<void>,
): Promise<ProviderRefund> {
  const provider = providerOf(providers, payment.paymentProvider)
  if (!provider || payment.checkoutId === null)
    throw new ProviderDown(`There is no way to reach ${payment.paymentProvider}`)
  return provider.refund({
    reference: refund.reference,
    checkoutId: payment.checkoutId,
    intentId: payment.intentId,
    amountCents: refund.amountCents,
    currency: payment.currency,
    // Its receiver may read it at the provider: what buyer or admin wrote down stays here.
    reason: `Refund of order #${payment.id}`,
    confirmClaim,
  })
}

async function writeGiven(deps: ShopDeps, found: RefundWithPayment, given: ProviderRefund, now: number) {
  const { db } = deps
  const notice = given.claimUrl === null ? [] : notifyBuyer(db, found, { claimUrl: given.claimUrl }, now)
  const writes = [
    markGiven(db, found.refund.id, given, now),
    // A webhook may have been faster.
    ...syncRefunds(db, found.payment.id, { fell: false, failed: [] }, now),
    ...notice,
  ]
  await commitAndDispatch(deps, writes, now)
}

/** Brings the payment to what its provider says of the money by now. @throws ProviderDown */
export async function followGiven(
  deps: ShopDeps,
  { refund, payment }: RefundWithPayment,
  now: number,
): Promise<void> {
  await refreshPayment(deps, payment.id, 'refund', now)
  await scheduleDailyCheck(deps.db, refund.id, now)
}

const note = ({ refund }: RefundWithPayment, error: unknown) =>
  logError('execute-refund', { refund: refund.id, error })

/** What another run has taken over is left to it. */
async function leave(
  deps: ShopDeps,
  found: RefundWithPayment,
  claim: RefundClaim,
  error: unknown,
  now: number,
): Promise<null> {
  note(found, error)
  if (error instanceof ClaimLost) return null
  if (error instanceof ProviderRefused) await giveUp(deps, found, claim, error.message, now)
  else await putOff(deps, found, claim, describeError(error), now)
  return null
}

/** The provider understood, and will not: a person must find another way. The payment may have moved on without us. */
async function giveUp(
  deps: ShopDeps,
  found: RefundWithPayment,
  claim: RefundClaim,
  reason: string,
  now: number,
) {
  const { db } = deps
  const renewed = await renewClaim(db, claim, now)
  if (renewed.length === 0) return
  const writes = [
    failRefund(db, claim, reason, now),
    ...notifyRefundTrouble(deps, found, { what: 'trouble', reason }, now),
    ...notifyBuyer(db, found, { failed: true }, now),
  ]
  await commitAndDispatch(deps, writes, now)
  await refreshPayment(deps, found.payment.id, 'refund', now).catch((error: unknown) => note(found, error))
}

/** Left to the sweep. */
async function putOff(
  deps: ShopDeps,
  found: RefundWithPayment,
  claim: RefundClaim,
  error: string,
  now: number,
) {
  const { db } = deps
  const { attempts } = claim
  const why = `Tried ${attempts} times, and still trying: ${error}`
  const notice =
    attempts === ALERT_AFTER_ATTEMPTS
      ? notifyRefundTrouble(deps, found, { what: 'delayed', reason: why }, now)
      : []
  const next = postponeRefund(db, claim, error, nextAttemptAt(attempts, now), now)
  await commitAndDispatch(deps, [next, ...notice], now)
}
