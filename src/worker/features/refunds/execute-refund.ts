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
import { REFUND_ANOTHER_WAY, refuseMissingMoney } from '../payments/settlement/refuse-missing-money.ts'
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
 * Executes an approved refund: the provider refunds the money, then the payment is refreshed. Does nothing where the
 * refund is not due, waits for review or is claimed by another run. The sweep retries failures. Safe to repeat: the
 * provider identifies the refund by its reference, and of two callers at once the later one creates it.
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
  const given = await askProvider(deps, found, confirmClaim, now()).catch((error: unknown) =>
    leave(deps, found, claim, error, now()),
  )
  if (!given) return
  await writeGiven(deps, found, given, now())
  await followGiven(deps, found, now()).catch((error: unknown) => note(found, error))
}

async function askProvider(
  { db, providers }: ShopDeps,
  { refund, payment }: RefundWithPayment,
  confirmClaim: () => Promise<void>,
  now: number,
): Promise<ProviderRefund> {
  const provider = providerOf(providers, payment.paymentProvider)
  if (!provider) throw new ProviderDown(`There is no way to reach ${payment.paymentProvider}`)
  const { checkoutId } = payment
  if (checkoutId === null) throw new ProviderRefused(`No payment page was opened. ${REFUND_ANOTHER_WAY}`)
  return provider.refund({
    reference: refund.reference,
    checkoutId,
    intentId: payment.intentId,
    amountCents: refund.amountCents,
    currency: payment.currency,
    // The receiver may read this text at the provider, so it contains nothing that buyer or admin wrote.
    reason: `Refund of order #${payment.id}`,
    // Called where the provider has no refund with this reference yet.
    confirmClaim: async () => {
      await refuseMissingMoney(db, provider, payment, refund.amountCents, now)
      await confirmClaim()
    },
  })
}

async function writeGiven(deps: ShopDeps, found: RefundWithPayment, given: ProviderRefund, now: number) {
  const { db } = deps
  const notice = given.claimUrl === null ? [] : notifyBuyer(db, found, { claimUrl: given.claimUrl }, now)
  const writes = [
    markGiven(db, found.refund.id, given, now),
    // The webhook may have arrived before this write.
    ...syncRefunds(db, found.payment.id, { fell: false, failed: [] }, now),
    ...notice,
  ]
  await commitAndDispatch(deps, writes, now)
}

/** Refreshes the payment from its provider, then schedules the next check of the refund. @throws ProviderDown */
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

/** Handles a failed attempt. Does nothing where another run has taken over the claim. */
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

/**
 * The provider refused the refund permanently, so support must find another way. The payment is refreshed, since the
 * reason may be a change at the provider.
 */
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

/** Schedules the next attempt, which the sweep makes. */
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
