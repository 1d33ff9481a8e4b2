import { HOUR } from '#shared/core/time.ts'
import { isOver } from '#shared/subscriptions/rules.ts'
import { assertNever } from '../../../core/assert-never.ts'
import { logError } from '../../../core/log-error.ts'
import type { ShopDeps } from '../../../http/shop-deps.ts'
import type { About, PaymentProvider } from '../../../providers/payment-provider.ts'
import { syncSubscription } from '../../subscriptions/sync-subscription.ts'
import { adoptBalanceCheckout } from '../balance/writes.ts'
import { openGuestPayment } from '../guests/open-guest-payment.ts'
import type { Source } from '../rules.ts'
import type { Settled } from '../settlement/rules.ts'
import { settlePayment } from '../settlement/settle-payment.ts'
import { findByCheckout, findById, findByIntent, findByReference, type PaymentWithProduct } from '../store.ts'
import { findStripeId } from '../subscription-store.ts'
import { followDispute } from './follow-dispute.ts'
import { openRenewal } from './open-renewal.ts'
import { refundRacedRenewal } from './refund-raced-renewal.ts'
import { reportUnknownSubscription } from './report-unknown-subscription.ts'

/** The outcome of `followProvider` for an event that must be retried, though nothing failed. */
export const LATER = 'later'

/**
 * Updates our rows to the provider's current state of one of its objects, for webhooks, stored events and
 * reconciliation. Returns the outcome.
 * @throws ProviderDown
 */
export async function followProvider(
  deps: ShopDeps,
  provider: PaymentProvider,
  about: About,
  source: Source,
  now: number,
): Promise<string> {
  switch (about.kind) {
    case 'checkout':
      return followCheckout(deps, provider, about, source, now)
    case 'invoice':
      return followInvoice(deps, about, source, now)
    case 'money': {
      const found = await findByIntent(deps.db, provider.name, about.intentId)
      // The payment may not be settled yet: its settlement observes refunds and disputes as well.
      if (!found) return LATER
      return settle(deps, found, found.payment.checkoutId ?? '', source, now)
    }
    case 'dispute':
    case 'fraud-warning': {
      const found = await findByIntent(deps.db, provider.name, about.intentId)
      if (!found) return LATER
      const outcome = await settle(deps, found, found.payment.checkoutId ?? '', source, now)
      const isNew = await followDispute(deps, found, about, source, now)
      return isNew && !outcome.startsWith('changed') ? `changed: ${about.kind}` : outcome
    }
    case 'subscription':
      return followSubscription(deps, about.subscriptionId, source, now)
    case 'other-mode':
      return 'ignored: test and live mode differ'
    case 'nothing-we-act-on':
      return 'ignored: nothing to do'
    default:
      return assertNever(about)
  }
}

/** No settlement takes this long: one that began before a subscription ended is over by then, or has seen its end. */
const SETTLING_MS = HOUR

/** Events of a subscription that ended unpaid are not retried after that time: a later payment asks the provider. */
async function followSubscription(
  deps: ShopDeps,
  subscriptionId: string,
  source: Source,
  now: number,
): Promise<string> {
  const outcome = await syncSubscription(deps, subscriptionId, now)
  if (outcome === 'stale') return LATER
  if (outcome !== 'not-yet') {
    await refundRacedRenewal(deps, subscriptionId, source, now)
    return 'synced'
  }
  const current = await deps.providers.stripe.findSubscription(subscriptionId)
  const endedAt = current && isOver(current.status) ? current.endedAt : null
  return endedAt !== null && endedAt < now - SETTLING_MS ? 'ignored: it ended unpaid' : LATER
}

type Checkout = Extract<About, { kind: 'checkout' }>

async function followCheckout(
  deps: ShopDeps,
  provider: PaymentProvider,
  about: Checkout,
  source: Source,
  now: number,
): Promise<string> {
  const found = await findOrOpen(deps, provider, about, now)
  if (!found) {
    const outcome = about.hosted
      ? `unmatched: no product ${about.hosted.productId}`
      : 'unmatched: no payment of ours'
    logError('follow-provider', { checkout: about.checkoutId, outcome })
    return outcome
  }
  const { payment, isOurs } = found
  const { checkoutId } = payment.payment
  if (!isOurs && checkoutId !== null && checkoutId !== about.checkoutId) return 'ignored: another checkout'
  return settle(deps, payment, checkoutId ?? about.checkoutId, source, now)
}

/** `isOurs`: the checkout is known to belong to the payment, as its first one or as one for the balance. */
type Found = { payment: PaymentWithProduct; isOurs: boolean }

async function findOrOpen(
  { db }: ShopDeps,
  { name }: PaymentProvider,
  { checkoutId, reference, hosted }: Checkout,
  now: number,
): Promise<Found | undefined> {
  const known = await findByCheckout(db, name, checkoutId)
  if (known) return { payment: known, isOurs: true }
  if (reference !== null) {
    const named = await findByReference(db, reference)
    // Only the payment's own provider can name it.
    if (named?.payment.paymentProvider === name) return { payment: named, isOurs: false }
    const [balance] = await adoptBalanceCheckout(db, name, reference, checkoutId)
    const whole = balance && (await findById(db, balance.paymentId))
    if (whole) return { payment: whole, isOurs: true }
  }
  const opened = hosted === null ? undefined : await openGuestPayment(db, name, checkoutId, hosted, now)
  return opened && { payment: opened, isOurs: true }
}

/**
 * Syncs the subscription first, because the renewal's payment refers to its row. A subscription without a row is opened
 * by settling its checkout; where that gives no order, the money is reported to support.
 */
async function followInvoice(
  deps: ShopDeps,
  { invoiceId, subscriptionId, isFirst }: Extract<About, { kind: 'invoice' }>,
  source: Source,
  now: number,
): Promise<string> {
  const { stripe } = deps.providers
  const known = await syncSubscription(deps, subscriptionId, now)
  if (isFirst && known !== 'not-yet') return 'synced'
  const checkout = known === 'not-yet' ? await stripe.findCheckoutOf(subscriptionId) : null
  const opened = checkout && (await followCheckout(deps, stripe, checkout, source, now))
  const isOurs = opened !== null && !opened.startsWith('unmatched')
  if (isFirst && isOurs) return opened
  const renewal = await openRenewal(deps.db, stripe, invoiceId, now)
  if (renewal === 'no-renewal' && known !== 'not-yet') return 'synced'
  if (renewal === 'no-renewal' && isOurs) return opened
  if (typeof renewal === 'string')
    return reportUnknownSubscription(deps, { invoiceId, subscriptionId }, opened, now)
  if (known === 'not-yet') await syncSubscription(deps, subscriptionId, now)
  return settle(deps, renewal, invoiceId, source, now)
}

async function settle(
  deps: ShopDeps,
  found: PaymentWithProduct,
  checkoutId: string,
  source: Source,
  now: number,
): Promise<string> {
  const settled = await settlePayment(deps, found, checkoutId, source, now)
  const { subscriptionId } = found.payment
  const stripeId = subscriptionId === null ? null : await findStripeId(deps.db, subscriptionId)
  if (stripeId !== null) await refundRacedRenewal(deps, stripeId, source, now)
  return describeOutcome(settled)
}

const describeOutcome = ({ outcome, reason }: Settled) => (reason ? `${outcome}: ${reason}` : outcome)
