import { and, desc, eq, isNull, notInArray, type SQL, sql } from 'drizzle-orm'
import { emailIdentity, emailKey } from '../../core/email-address.ts'
import { formatCents } from '../../core/money.ts'
import { toIso } from '../../core/time.ts'
import { commit, type Db, refusedBy, type Write } from '../../db/client.ts'
import { refunds } from '../../db/schema/refunds.ts'
import { subscriptions } from '../../db/schema/subscriptions.ts'
import type { ShopDeps } from '../../http/shop-deps.ts'
import { findOwnAccess, selectGrantHoldings } from '../access/find-access.ts'
import { accessTo } from '../access/rules.ts'
import { PREMIUM_ID } from '../catalogue/contract.ts'
import { alertKey, queueAlert, queueMail } from '../email/writes.ts'
import type { UserMessage } from '../notifications/contract.ts'
import { enqueueEmail, enqueueUserMessages } from '../notifications/writes.ts'
import { findStanding } from '../subscriptions/find-standing.ts'
import { plannedEnd } from '../subscriptions/rules.ts'
import type { CollectingProvider } from './contract.ts'
import { isSecond, SECOND_KIND } from './part-writes.ts'
import { refuseRepeat } from './rules.ts'
import type { Payment, PaymentWithProduct } from './store.ts'
import { findRenewed } from './term-store.ts'
import { recordOnce } from './writes.ts'

/** Who a purchase is given to: an account, or without one an address. */
type Buyer = Pick<Payment, 'userId' | 'email' | 'scriptId'>

/** Grants that belong to an address: what was bought under it without an account. */
const grantsOfAddress = (
  email: string,
) => sql`select g.id from payments p join user_scripts g on g.payment_id = p.id
  where p.email_identity = ${emailIdentity(email)} and lower(p.email) = ${emailKey(email)} and g.user_id is null`

/** The newest grant of this buyer: it moves when another payment of theirs is settled. */
const newestGrant = ({ userId, email }: Buyer): SQL<number> =>
  userId === null
    ? sql`(select coalesce(max(id), 0) from (${grantsOfAddress(email ?? '')}))`
    : sql`(select coalesce(max(g.id), 0) from user_scripts g where g.user_id = ${userId})`

export type Repeat = {
  /** Why this buyer did not have to pay, as a checkout would have said; null where they did. */
  reason: string | null
  /** Holds in a batch as long as nothing else was granted to this buyer since. */
  isCurrent: SQL
}

/**
 * Whether a payment is a second one for what its buyer has: access and its updates run, and it is no later payment of a
 * subscription, nor a further month in advance.
 */
export async function findRepeat(
  db: Db,
  bought: Payment,
  observed: { email: string | null; subscription: { subscriptionId: string } | null },
  now: number,
): Promise<Repeat> {
  const payment = { ...bought, email: bought.email ?? observed.email }
  const [seen] = await db.all<{ id: number }>(sql`select ${newestGrant(payment)} as id`)
  const isCurrent = sql`${newestGrant(payment)} = ${seen?.id ?? 0}`
  if (payment.subscriptionId !== null || payment.amountCents === 0) return { reason: null, isCurrent }
  const reason = await whyRepeated(db, payment, now)
  // Read last: where another handler settles this payment meanwhile, the access is its own, and its subscription is known.
  const isLater = reason !== null && (await isKnown(db, observed.subscription?.subscriptionId ?? null))
  return { reason: isLater ? null : reason, isCurrent }
}

const isKnown = async (db: Db, stripeSubscriptionId: string | null) =>
  stripeSubscriptionId !== null && (await findRenewed(db, stripeSubscriptionId)).length > 0

async function whyRepeated(db: Db, payment: Payment, now: number): Promise<string | null> {
  const { userId, scriptId, email } = payment
  const provider = payment.paymentProvider as CollectingProvider
  if (userId !== null) {
    const access = await findOwnAccess(db, userId, scriptId, now)
    if (access === null) return null
    return refuseRepeat(access, now, await findStanding(db, userId, scriptId, now), provider)
  }
  if (email === null) return null
  const holdings = await selectGrantHoldings(db, sql`(${grantsOfAddress(email)})`)
  const own = holdings.filter((one) => one.scriptId === scriptId || one.scriptId !== PREMIUM_ID)
  const access = accessTo(scriptId, own, now)
  if (access === null) return null
  const rows = await listOfAddress(db, email, scriptId)
  const standing = rows.find((row) => (plannedEnd(row) ?? now + 1) > now)
  return refuseRepeat(
    access,
    now,
    standing
      ? { ...standing, prepaid: standing.stripeSubscriptionId === null, endsAt: plannedEnd(standing) }
      : null,
    provider,
  )
}

/** Subscriptions to this product without an account that have not ended; one that renews before one that does not. */
const listOfAddress = (db: Db, email: string, scriptId: number) =>
  db
    .select()
    .from(subscriptions)
    .where(
      and(
        sql`lower(${subscriptions.email}) = ${emailKey(email)}`,
        isNull(subscriptions.userId),
        eq(subscriptions.scriptId, scriptId),
        notInArray(subscriptions.status, ['canceled', 'incomplete_expired']),
      ),
    )
    .orderBy(isNull(subscriptions.stripeSubscriptionId), desc(subscriptions.id))
    .limit(20)

export async function wasSecond(db: Db, paymentId: number): Promise<boolean> {
  const [row] = await db.all<{ yes: number }>(
    sql`select exists (select 1 from payment_events e where e.payment_id = ${paymentId} and e.kind = ${SECOND_KIND}) as yes`,
  )
  return row?.yes === 1
}

const keysOf = (paymentId: number) => ({
  mail: `second-payment:${paymentId}`,
  alert: alertKey(paymentId, 'second-payment'),
  screens: `second-payment:${paymentId}:screens`,
})

export function secondPaymentOutboxKeys(paymentId: number): string[] {
  const { mail, alert, screens } = keysOf(paymentId)
  return [`${mail}:1`, `${alert}:1`, screens]
}

const insertRefund = (db: Db, paymentId: number, amountCents: number, now: number) =>
  db.insert(refunds).values({
    ...{ paymentId, reference: crypto.randomUUID(), amountCents, status: 'approved', askedBy: 'admin' },
    ...{ actorId: null, reason: 'A second payment for the same product' },
    ...{ nextAttemptAt: now, createdAt: now, updatedAt: now },
  })

/** How many refunds that failed last are checked in one run. */
const FAILED_REFUNDS = 100

/**
 * The cron's part: second payments whose refund failed because a part of them was refunded at the provider meanwhile. What
 * is left of them is refunded. A refund that fails for exactly what is left waits for a person. Returns how many there were.
 */
export async function sweepSecondPayments(db: Db, now: number): Promise<number> {
  const outstanding = await db.all<{ paymentId: number; amountCents: number }>(sql`
    select p.id as paymentId, p.amount_cents - p.refunded_cents as amountCents
    from refunds r join payments p on p.id = r.payment_id
    where r.id in (select id from refunds where status = 'failed' order by id desc limit ${FAILED_REFUNDS})
      and p.status = 'partially_refunded' and r.amount_cents > p.amount_cents - p.refunded_cents and ${isSecond('p')}
      and not exists (select 1 from refunds later where later.payment_id = p.id and later.id > r.id)`)
  for (const { paymentId, amountCents } of outstanding) {
    try {
      await commit(db, [insertRefund(db, paymentId, amountCents, now)])
    } catch (error) {
      // Another refund of it began in the meantime.
      if (!refusedBy(error, 'refunds')) throw error
    }
  }
  return outstanding.length
}

/** The refund of a second payment, which the sweep carries out, and what its buyer and support are told. */
export function refundSecond(
  { db, config }: ShopDeps,
  { id: paymentId, userId, email, amountCents }: Payment,
  product: PaymentWithProduct['product'],
  { reason, source }: { reason: string; source: string },
  now: number,
): Write[] {
  const keys = keysOf(paymentId)
  const productName = product.name
  const data = { paymentId, productName, amountCents }
  const alert = { ...data, email, reason: `Second payment: ${reason}`, outcome: 'refunded' as const }
  const writes: Write[] = [
    recordOnce(db, { paymentId, kind: SECOND_KIND, source, details: { reason }, now }),
    insertRefund(db, paymentId, amountCents, now),
    queueAlert(db, { key: keys.alert, to: config.supportEmail, data: alert, now }),
    enqueueEmail(db, { key: `${keys.alert}:1`, deliveryKey: keys.alert, now }),
  ]
  if (email !== null) {
    const mail = { template: 'second-payment' as const, data }
    writes.push(
      queueMail(db, { key: keys.mail, to: email, userId, paymentId, mail, now }),
      enqueueEmail(db, { key: `${keys.mail}:1`, deliveryKey: keys.mail, now }),
    )
  }
  if (userId !== null) {
    const timestamp = toIso(now)
    const note = {
      ...{ id: keys.mail, type: 'warning' as const, timestamp, read: false },
      title: 'You paid twice',
      message: `You already have ${productName}. We are refunding ${formatCents(amountCents)} to you.`,
    }
    const messages: UserMessage[] = [
      { type: 'dashboard_refresh' },
      { type: 'notification', timestamp, data: note },
    ]
    writes.push(enqueueUserMessages(db, { key: keys.screens, userId, messages, now }))
  }
  return writes
}
