import { assertNever } from '../../core/assert-never.ts'
import { emailKey } from '../../core/email-address.ts'
import { toIso } from '../../core/time.ts'
import { commit, type Db, refusedBy, type Write } from '../../db/client.ts'
import type { Env } from '../../providers/env.ts'
import type { PaymentProvider } from '../../providers/payment-provider.ts'
import { grantPurchase, grantSubscription } from '../access/writes.ts'
import { alertKey, queueAlert, queueReceipt, receiptKey } from '../email/writes.ts'
import { dispatchKeys } from '../notifications/dispatch-outbox.ts'
import { oweEmail, oweUserMessages } from '../notifications/writes.ts'
import { upsertSubscription } from '../subscriptions/writes.ts'
import { purchaseMessages } from './purchase-messages.ts'
import { type Decision, decide, type Observation } from './rules.ts'
import { findConfirmedAccount, type Payment, type PaymentWithProduct } from './store.ts'
import { closePayment, completePayment, flagPayment, linkSubscription, recordOnce } from './writes.ts'

/** Who noticed: kept in the payment's history. */
export type Source = 'webhook' | 'return' | 'sweep' | 'admin'

export type Deps = {
  env: Env
  db: Db
  provider: PaymentProvider
  /** Where the shop's own people are told of what they must look at. */
  supportEmail: string
  /** Runs after the answer is sent. What it loses, the sweep finds. */
  later: (work: Promise<unknown>) => void
}

export type Settled = { outcome: 'settled' | 'closed' | 'flagged' | 'ignored'; reason?: string }

type Paid = Extract<Observation, { kind: 'paid' }>

/**
 * The one way in which a payment becomes anything: ask the provider, ask the rule, write once. Serves the webhook, the
 * buyer's return, the sweep and the admin alike, any number of times and at the same time: the batch begins with a row
 * that exists once, so whoever comes second changes nothing.
 * @throws ProviderDown
 */
export async function settlePayment(
  deps: Deps,
  target: PaymentWithProduct,
  checkoutId: string,
  source: Source,
  now: number,
): Promise<Settled> {
  const observed = await deps.provider.observe(checkoutId)
  const decision = decide(target.payment, observed)
  return apply(deps, target, checkoutId, decision, source, now)
}

async function apply(
  deps: Deps,
  { payment, product }: PaymentWithProduct,
  checkoutId: string,
  decision: Decision,
  source: Source,
  now: number,
): Promise<Settled> {
  const { db } = deps
  switch (decision.do) {
    case 'settle': {
      const { observed } = decision
      const buyer = {
        ...payment,
        userId: payment.userId ?? (await ownerOf(db, payment.email ?? observed.email)),
      }
      const details = { checkoutId, transactionId: observed.transactionId, amountCents: observed.amountCents }
      const owed = owedKeys(payment)
      const writes: Write[] = [
        recordOnce(db, { paymentId: payment.id, kind: 'settled', source, details, now }),
        completePayment(db, payment.id, { checkoutId, userId: buyer.userId, ...observed }, now),
        ...grant(db, buyer, observed, now),
        ...tell(db, buyer, product, observed, owed, now),
      ]
      if (!(await committed(db, writes))) return { outcome: 'ignored', reason: 'already-done' }
      deps.later(dispatchKeys(deps.env, db, Object.values(owed), now))
      return { outcome: 'settled' }
    }
    case 'close': {
      const done = await closeOnce(db, payment.id, decision.to, { source, checkoutId }, now)
      return done
        ? { outcome: 'closed', reason: decision.to }
        : { outcome: 'ignored', reason: 'already-done' }
    }
    case 'flag': {
      const details = { checkoutId, reason: decision.reason }
      const event = { paymentId: payment.id, kind: 'flagged', source, details, now }
      const data = alertData(payment, product.name, decision.reason)
      const debt = { key: `${alertKey(payment.id)}:1`, deliveryKey: alertKey(payment.id), now }
      const writes = [
        recordOnce(db, event),
        flagPayment(db, payment.id, decision.reason, now),
        queueAlert(db, { to: deps.supportEmail, data, now }),
        oweEmail(db, debt),
      ]
      if (await committed(db, writes)) deps.later(dispatchKeys(deps.env, db, [debt.key], now))
      console.error(JSON.stringify({ at: 'settle-payment', payment: payment.id, flagged: decision.reason }))
      return { outcome: 'flagged', reason: decision.reason }
    }
    case 'ignore':
      return { outcome: 'ignored', reason: decision.why }
    default:
      return assertNever(decision)
  }
}

/** Who bought without an account may have one: the address must be confirmed as theirs. */
async function ownerOf(db: Db, email: string | null): Promise<number | null> {
  if (email === null) return null
  const [account] = await findConfirmedAccount(db, emailKey(email))
  return account?.id ?? null
}

const alertData = (payment: Payment, productName: string, reason: string) => ({
  paymentId: payment.id,
  productName,
  amountCents: payment.amountCents,
  email: payment.email,
  reason,
})

/** Closes a payment that was not paid. False where somebody else did it before. */
export const closeOnce = (
  db: Db,
  paymentId: number,
  to: 'failed' | 'expired',
  { source, checkoutId }: { source: Source; checkoutId: string | null },
  now: number,
): Promise<boolean> =>
  committed(db, [
    recordOnce(db, { paymentId, kind: to, source, details: { checkoutId }, now }),
    closePayment(db, paymentId, to, now),
  ])

/** False where the schema says that it has been done before. */
async function committed(db: Db, writes: Write[]): Promise<boolean> {
  try {
    await commit(db, writes)
    return true
  } catch (error) {
    if (refusedBy(error, 'payment_events')) return false
    throw error
  }
}

function grant(db: Db, payment: Payment, observed: Paid, now: number): Write[] {
  const base = { userId: payment.userId, scriptId: payment.scriptId, paymentId: payment.id, now }
  const { subscription } = observed
  if (payment.purchaseType === 'one-time' || subscription === null) return [grantPurchase(db, base)]
  const stripeSubscriptionId = subscription.subscriptionId
  const owner = { userId: payment.userId, email: payment.email ?? observed.email, scriptId: payment.scriptId }
  return [
    upsertSubscription(db, owner, subscription, now),
    linkSubscription(db, payment.id, stripeSubscriptionId),
    grantSubscription(db, { ...base, stripeSubscriptionId }),
  ]
}

const owedKeys = (payment: Payment) => ({
  mail: `${receiptKey(payment.id)}:1`,
  screens: `purchase:${payment.id}`,
})

/** The receipt and the live messages this settlement owes. */
function tell(
  db: Db,
  payment: Payment,
  product: PaymentWithProduct['product'],
  observed: Paid,
  owed: ReturnType<typeof owedKeys>,
  now: number,
): Write[] {
  const writes: Write[] = []
  const to = payment.email ?? observed.email
  if (to !== null) {
    const data = {
      paymentId: payment.id,
      productId: payment.scriptId,
      productName: product.name,
      amountCents: payment.amountCents,
      purchaseType: payment.purchaseType,
      paidAt: now,
      renewsAt: observed.subscription?.currentPeriodEnd ?? null,
    }
    writes.push(
      queueReceipt(db, { to, userId: payment.userId, data, now }),
      oweEmail(db, { key: owed.mail, deliveryKey: receiptKey(payment.id), now }),
    )
  }
  if (payment.userId !== null) {
    const renewsAt = observed.subscription ? toIso(observed.subscription.currentPeriodEnd) : null
    const messages = purchaseMessages(payment, product, renewsAt, now)
    writes.push(oweUserMessages(db, { key: owed.screens, userId: payment.userId, messages, now }))
  }
  return writes
}
