import { assertNever } from '../../core/assert-never.ts'
import { emailKey } from '../../core/email-address.ts'
import { commit, type Db } from '../../db/client.ts'
import type { ShopDeps } from '../../http/shop-deps.ts'
import { providerOf } from '../../providers/payment-providers.ts'
import { findReleasedUse } from '../coupons/find-released-use.ts'
import { endReversed } from '../subscriptions/end-subscriptions.ts'
import { isOver } from '../subscriptions/rules.ts'
import { collectorOf } from './collector-of.ts'
import { findConfirmedAccount } from './guest-store.ts'
import { observePayment } from './observe-payment.ts'
import { type Decision, decide, isGone, mayHaveLostUse, type Observation } from './rules.ts'
import { findRepeat } from './second-payment.ts'
import { findById, findOpen, type Payment, type PaymentWithProduct } from './store.ts'
import {
  type Paid,
  type Source,
  writeChange,
  writeClose,
  writeFlag,
  writeHold,
  writeLatePrice,
  writeSecond,
  writeSettlement,
} from './write-settlement.ts'
import { noteProcessing, ownChecks } from './writes.ts'

export type Settled = {
  outcome: 'settled' | 'changed' | 'held' | 'closed' | 'flagged' | 'ignored'
  reason?: string
}

/** Somebody else changed the payment between our look and our write; so often everything is looked at again. */
const TRIES = 5

/**
 * The one way in which a payment becomes anything: ask the provider, ask the rule, write once. Serves the webhook, the
 * buyer's return, the sweep, reconciliation and the admin alike, any number of times and at the same time: `target` was
 * read before the provider is asked, and the batch refuses itself where the row has moved on since.
 * @throws ProviderDown
 */
export async function settlePayment(
  deps: ShopDeps,
  target: PaymentWithProduct,
  checkoutId: string,
  source: Source,
  now: number,
): Promise<Settled> {
  let current = target
  let last: Settled | undefined
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const { payment } = current
    const provider = providerOf(deps.providers, payment.paymentProvider)
    if (!provider) return { outcome: 'ignored', reason: 'no-provider' }
    const { observed, givenBack } = await observePayment(deps.db, provider, payment, checkoutId, now)
    await endWhatWasGivenBack(deps, current, observed)
    if (observed.kind === 'processing')
      await commit(deps.db, [
        ...(observed.isShort ? [] : [noteProcessing(deps.db, payment.id, source, now)]),
        ownChecks(deps.db, payment.id, now),
      ])
    const decision = decide(payment, observed, givenBack)
    const released = mayHaveLostUse(payment, decision)
      ? await findReleasedUse(deps.db, payment.id)
      : undefined
    // Its price is another by now, or its own again: either way it is looked at again.
    if (released && !(await freeOwnUse(deps, payment, { ...released, decision, source, now })))
      await writeLatePrice(deps.db, payment, released, source, now)
    const settled = released ? undefined : await apply(deps, current, checkoutId, decision, source, now)
    if (settled && !mayGoOn(decision)) return last ?? settled
    last = settled ?? last
    const again = await findById(deps.db, payment.id)
    if (!again) return { outcome: 'ignored', reason: 'gone' }
    current = again
  }
  throw new Error(`Payment ${target.payment.id} did not stand still`)
}

/**
 * Makes an open order unpayable at its provider. What that says afterwards counts: if the money came first, it is settled.
 * @throws ProviderDown
 */
export async function endCheckout(
  deps: ShopDeps,
  open: PaymentWithProduct,
  source: Source,
  now: number,
): Promise<Settled> {
  const { payment } = open
  const { paymentId: checkoutId } = payment
  if (checkoutId !== null) {
    await collectorOf(deps, payment).expireCheckout(checkoutId)
    return settlePayment(deps, open, checkoutId, source, now)
  }
  const done = await writeClose(deps.db, payment, 'expired', { source, checkoutId }, now)
  return done ? { outcome: 'closed', reason: 'expired' } : { outcome: 'ignored', reason: 'moved-on' }
}

/**
 * All of the money came for an order whose coupon's use its buyer holds with another order of the same product, which nobody
 * has paid: that one is closed. True where it was, and the use is free.
 */
async function freeOwnUse(
  deps: ShopDeps,
  { userId, scriptId, couponId }: Payment,
  late: { hasRoom: boolean; decision: Decision; source: Source; now: number },
): Promise<boolean> {
  if (late.hasRoom || late.decision.do !== 'settle' || userId === null) return false
  const open = await findOpen(deps.db, userId, scriptId)
  if (open?.payment.couponId !== couponId || open.payment.receivedCents > 0) return false
  if (open.payment.flaggedReason !== null) return false
  return (await endCheckout(deps, open, late.source, late.now)).outcome === 'closed'
}

/**
 * After a change the provider is asked once more: while this one was on its way somebody may have seen a later state, and
 * found nothing to do.
 */
const mayGoOn = (decision: Decision) =>
  decision.do === 'change' || (decision.do === 'settle' && decision.changed)

/** Undefined where the row had moved on: to be looked at again. */
async function apply(
  deps: ShopDeps,
  target: PaymentWithProduct,
  checkoutId: string,
  decision: Decision,
  source: Source,
  now: number,
): Promise<Settled | undefined> {
  const { payment } = target
  switch (decision.do) {
    case 'settle': {
      // An account's payment without an address is a deleted account's: it is not written down again.
      const forgotten = payment.userId !== null && payment.email === null
      const observed = forgotten ? { ...decision.observed, email: null } : decision.observed
      const owner = payment.userId ?? (await ownerOf(deps.db, payment.email ?? observed.email))
      const buyer = { ...target, payment: { ...payment, userId: owner } }
      const { reason, isCurrent: onlyIf } = await findRepeat(deps.db, buyer.payment, observed, now)
      if (reason !== null) return settleSecond(deps, buyer, { checkoutId, observed, reason }, source, now)
      const done = await writeSettlement(deps, buyer, { checkoutId, observed, onlyIf }, source, now)
      return done ? { outcome: 'settled' } : undefined
    }
    case 'change':
      return (await writeChange(deps, target, decision.to, source, now))
        ? { outcome: 'changed', reason: decision.to.status }
        : undefined
    case 'hold':
      return (await writeHold(deps, target, decision, source, now)) ? { outcome: 'held' } : undefined
    case 'close':
      return (await writeClose(deps.db, payment, decision.to, { source, checkoutId }, now))
        ? { outcome: 'closed', reason: decision.to }
        : undefined
    case 'flag': {
      const { reason, intentId } = decision
      const isNew = payment.flaggedReason === null
      const flag = { checkoutId, reason, intentId }
      if (isNew && !(await writeFlag(deps, target, flag, source, now))) return undefined
      return { outcome: 'flagged', reason }
    }
    case 'ignore':
      return { outcome: 'ignored', reason: decision.why }
    default:
      return assertNever(decision)
  }
}

/**
 * A second payment for what its buyer has. A subscription that it began is ended first, so that nobody is charged twice a
 * month; what the provider says after that is written.
 */
async function settleSecond(
  deps: ShopDeps,
  target: PaymentWithProduct,
  second: { checkoutId: string; observed: Paid; reason: string },
  source: Source,
  now: number,
): Promise<Settled | undefined> {
  const { subscription } = second.observed
  if (subscription !== null && !isOver(subscription.status)) {
    await deps.providers.stripe.cancelNow(subscription.subscriptionId)
    return undefined
  }
  const done = await writeSecond(deps, target, second, source, now)
  return done ? { outcome: 'settled', reason: 'second-payment' } : undefined
}

/** Who bought without an account may have one: the address must be confirmed as theirs. */
export async function ownerOf(db: Db, email: string | null): Promise<number | null> {
  if (email === null) return null
  const [account] = await findConfirmedAccount(db, emailKey(email))
  return account?.id ?? null
}

/**
 * A subscription whose running period was given back must not renew; one under dispute may still be won. Its provider is
 * told before our own rows change, so that a crash in between is repeated.
 */
async function endWhatWasGivenBack(
  deps: ShopDeps,
  { payment }: PaymentWithProduct,
  observed: Observation,
): Promise<void> {
  if (observed.kind !== 'paid' || observed.subscription === null) return
  if (!isGone(payment, observed)) return
  // Over already: at most our own row has not heard.
  if (isOver(observed.subscription.status)) return endReversed(deps, observed.subscription)
  // Asked at the provider: of a payment that was made since, our books may not know yet.
  const latest = await deps.providers.stripe.findLatestPaid(observed.subscription.subscriptionId)
  if (latest === null || latest === observed.transactionId) await endReversed(deps, observed.subscription)
}
