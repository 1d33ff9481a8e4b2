import { and, eq, gt, lte, or, type SQL, sql } from 'drizzle-orm'
import type { Db, Write } from '../../db/client.ts'
import { refuseUnless } from '../../db/refuse-unless.ts'
import { subscriptions } from '../../db/schema/subscriptions.ts'
import { queueMailWhere } from '../email/writes.ts'
import { enqueueWhere } from '../notifications/writes.ts'
import { prepaidState } from './prepaid-rules.ts'
import { MAX_CLOCK_SKEW_MS, type News, type ProviderSubscription } from './subscription-state.ts'

const following = (subscription: ProviderSubscription, now: number) => ({
  stripeCustomerId: subscription.customerId,
  status: subscription.status,
  currentPeriodStart: subscription.currentPeriodStart,
  currentPeriodEnd: subscription.currentPeriodEnd,
  trialEndsAt: subscription.trialEndsAt,
  cancelAtPeriodEnd: subscription.cancelAtPeriodEnd,
  cancelAt: subscription.cancelAt,
  endedAt: subscription.endedAt,
  observedAt: now,
  updatedAt: now,
})

/** True where our row has the answer to an earlier request, or is dated so far ahead that its clock was wrong. */
const isAnsweredBefore = (now: number) =>
  or(lte(subscriptions.observedAt, now), gt(subscriptions.observedAt, now + MAX_CLOCK_SKEW_MS))

/** The first of several failures in a row starts the grace period; any other status ends it. */
const pastDueSince = (status: ProviderSubscription['status'], now: number) =>
  status === 'past_due' ? sql`coalesce(${subscriptions.pastDueSince}, ${now})` : null

/**
 * Inserts our row of a subscription at the provider, or updates it. `now` is from before the request to the provider.
 * Nothing changes where the row has the answer to a later request.
 */
export const upsertSubscription = (
  db: Db,
  owner: { userId: number | null; email: string | null; scriptId: number },
  subscription: ProviderSubscription,
  now: number,
) =>
  db
    .insert(subscriptions)
    .values({
      ...owner,
      stripeSubscriptionId: subscription.subscriptionId,
      ...following(subscription, now),
      pastDueSince: subscription.status === 'past_due' ? now : null,
      createdAt: now,
    })
    .onConflictDoUpdate({
      target: subscriptions.stripeSubscriptionId,
      set: { ...following(subscription, now), pastDueSince: pastDueSince(subscription.status, now) },
      setWhere: isAnsweredBefore(now),
    })

/** The same for an existing row. */
export const followSubscription = (db: Db, subscription: ProviderSubscription, now: number) =>
  db
    .update(subscriptions)
    .set({ ...following(subscription, now), pastDueSince: pastDueSince(subscription.status, now) })
    .where(and(eq(subscriptions.stripeSubscriptionId, subscription.subscriptionId), isAnsweredBefore(now)))

/** Stores the agreed monthly price once, so that it stays when the product's price changes. */
export const agreeMonthly = (db: Db, stripeSubscriptionId: string, monthlyCents: number) =>
  db
    .update(subscriptions)
    .set({ monthlyCents })
    .where(
      and(eq(subscriptions.stripeSubscriptionId, stripeSubscriptionId), eq(subscriptions.monthlyCents, 0)),
    )

type Seen = Pick<typeof subscriptions.$inferSelect, 'id' | 'status' | 'cancelAtPeriodEnd'>

/** True where no other handler has written this change, or a later one. */
export const whileUnchanged = (seen: Seen, now: number) =>
  sql`exists (select 1 from subscriptions s where s.id = ${seen.id} and s.status = ${seen.status}
    and s.cancel_at_period_end = ${Number(seen.cancelAtPeriodEnd)}
    and (s.observed_at <= ${now} or s.observed_at > ${now + MAX_CLOCK_SKEW_MS}))`

/** True where the subscription is still active with the same end. */
export const whileEnding = (seen: { id: number; currentPeriodEnd: number }) =>
  sql`exists (select 1 from subscriptions s where s.id = ${seen.id} and s.status = 'active'
    and s.current_period_end = ${seen.currentPeriodEnd})`

/** True while the trial runs to the same end, with a charge after it. */
export const whileTrialing = (seen: { id: number; trialEndsAt: number | null }) =>
  sql`exists (select 1 from subscriptions s where s.id = ${seen.id} and s.status = 'trialing'
    and s.trial_ends_at = ${seen.trialEndsAt} and s.cancel_at_period_end = 0)`

/**
 * Notifies the owner by mail and on their screens, if `which` is true at this place of the batch. Messages that are
 * already enqueued under this key do not change.
 */
export function notifyOwner(
  db: Db,
  input: { key: string; userId: number | null; email: string | null; news: News; now: number },
  which: SQL,
): Write[] {
  const { key, userId, email, news, now } = input
  const { messages, mail } = news
  const writes: Write[] = []
  if (userId !== null && messages.length > 0) {
    writes.push(enqueueWhere(db, { key, userId, messages, now }, which))
  }
  if (email !== null && mail !== null) {
    writes.push(
      queueMailWhere(db, { key, to: email, userId, mail, now }, which),
      enqueueWhere(db, { key: `${key}:mail`, deliveryKey: key, now }, which),
    )
  }
  return writes
}

/** Ends a prepaid term that is over. */
export const endPrepaid = (db: Db, seen: { id: number; currentPeriodEnd: number }, now: number) =>
  db
    .update(subscriptions)
    .set({ status: 'canceled', endedAt: seen.currentPeriodEnd, updatedAt: now })
    .where(and(eq(subscriptions.id, seen.id), whileEnding(seen)))

type SeenPrepaid = { id: number; revision: number }
type Term = { start: number; end: number }
type PrepaidProvider = typeof subscriptions.$inferInsert.provider

const prepaidTerm = ({ start, end }: Term, now: number) => ({
  ...prepaidState(end, now),
  currentPeriodStart: start,
  currentPeriodEnd: end,
  cancelAtPeriodEnd: true,
  observedAt: now,
  updatedAt: now,
})

/**
 * A first prepaid month. `existing` selects the owner's prepaid subscriptions. Where one was inserted since they were
 * read, the revision is null: the column refuses it, and the batch fails.
 */
export const insertPrepaid = (
  db: Db,
  owner: { userId: number | null; email: string | null; scriptId: number; provider: PrepaidProvider },
  term: Term,
  existing: SQL,
  now: number,
) =>
  db.insert(subscriptions).values({
    ...owner,
    ...prepaidTerm(term, now),
    revision: refuseUnless(sql`not exists (${existing})`, 0),
    createdAt: now,
  })

/** The next revision where the term is unchanged since it was read; else null, which the column refuses. */
const nextRevision = ({ revision }: SeenPrepaid) =>
  refuseUnless(sql`${subscriptions.revision} = ${revision}`, revision + 1)

/** Sets the term that all prepaid months buy together. */
export const movePrepaid = (
  db: Db,
  seen: SeenPrepaid,
  { provider, ...term }: Term & { provider: PrepaidProvider },
  now: number,
) =>
  db
    .update(subscriptions)
    .set({ revision: nextRevision(seen), provider, ...prepaidTerm(term, now) })
    .where(eq(subscriptions.id, seen.id))

/** Ends a prepaid subscription whose months were moved to another one of the same owner. */
export const emptyPrepaid = (db: Db, seen: SeenPrepaid, now: number) =>
  db
    .update(subscriptions)
    .set({ revision: nextRevision(seen), status: 'canceled', endedAt: now, observedAt: now, updatedAt: now })
    .where(eq(subscriptions.id, seen.id))

/** Ends a subscription that the provider does not know any more: it cannot renew. */
export const markEnded = (db: Db, id: number, now: number, endedAt = now) =>
  db
    .update(subscriptions)
    .set({ status: 'canceled', endedAt, observedAt: now, updatedAt: now })
    .where(eq(subscriptions.id, id))

/** Postpones a row that could not be synced: `listOverdue` omits it for an hour. */
export const postponeSync = (db: Db, id: number, now: number) =>
  db.update(subscriptions).set({ updatedAt: now }).where(eq(subscriptions.id, id))
