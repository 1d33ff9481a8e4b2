import { and, eq, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { Db, Write } from '../../db/client.ts'
import { grantedIds } from '../../db/granted-ids.ts'
import { activations, betaChoices, licences, userScripts } from '../../db/schema/access.ts'

/**
 * The grants of a paid payment: of its product, or of each product of its bundle as it was when the order began. Unique
 * per payment and product: a second insert rolls its batch back.
 */
export const grantPurchase = (
  db: Db,
  { userId, paymentId, now }: { userId: number | null; paymentId: number; now: number },
) =>
  db.insert(userScripts).select(
    sql`select null, ${userId}, i.value, 'purchase', ${paymentId}, null, 1, 'active', ${now}, null, null, ${now}, ${now}
      from payments p join json_each(${grantedIds('p')}) i where p.id = ${paymentId} order by i.key`,
  )

/**
 * The grant of a subscription's first payment. For a later payment the grant exists already and nothing is written. The
 * payment's row must be linked to its subscription earlier in the batch.
 */
export const grantSubscription = (
  db: Db,
  grant: { userId: number | null; scriptId: number; paymentId: number; now: number },
) =>
  db
    .insert(userScripts)
    .values({
      userId: grant.userId,
      scriptId: grant.scriptId,
      accessType: 'subscription',
      paymentId: grant.paymentId,
      subscriptionId: sql`(select p.subscription_id from payments p where p.id = ${grant.paymentId})`,
      purchasedAt: grant.now,
      createdAt: grant.now,
      updatedAt: grant.now,
    })
    .onConflictDoNothing({ target: userScripts.subscriptionId })

/** The id of this user's live grant given by hand, as SQL for a batch; null where there is none. */
export const givenByHand = (userId: number, scriptId: number, now: number): SQL =>
  sql`(select g.id from user_scripts g where g.user_id = ${userId} and g.script_id = ${scriptId}
    and g.access_type in ('admin', 'free') and g.is_active = 1 and (g.expires_at is null or g.expires_at > ${now})
    order by g.id desc limit 1)`

/**
 * Gives a product by hand, without a payment, so that no refund ends it. `notes` is the reason. While an earlier such
 * grant is live no second one is written and no row is returned, also for two callers at once. The licence follows in
 * the same batch: `issueLicence(db, givenByHand(userId, scriptId, now), now)`.
 */
export const grantByHand = (
  db: Db,
  grant: {
    userId: number
    scriptId: number
    accessType: 'admin' | 'free'
    notes: string | null
    expiresAt: number | null
    now: number
  },
) =>
  db
    .insert(userScripts)
    .select(
      sql`select null, ${grant.userId}, ${grant.scriptId}, ${grant.accessType}, null, null, 1, 'active', ${grant.now},
        ${grant.expiresAt}, ${grant.notes}, ${grant.now}, ${grant.now}
        where ${givenByHand(grant.userId, grant.scriptId, grant.now)} is null`,
    )
    .returning({ id: userScripts.id })

/** Revokes a grant given by hand. A paid grant is not changed: it ends with its payment. */
export const revokeByHand = (db: Db, grantId: number, now: number) =>
  db
    .update(userScripts)
    .set({ status: 'revoked', isActive: false, updatedAt: now })
    .where(and(eq(userScripts.id, grantId), inArray(userScripts.accessType, ['admin', 'free'])))

/** Revokes the grant of a subscription that was merged into another one. */
export const revokeSubscription = (db: Db, subscriptionId: number, now: number) =>
  db
    .update(userScripts)
    .set({ status: 'revoked', isActive: false, updatedAt: now })
    .where(eq(userScripts.subscriptionId, subscriptionId))

/**
 * `what` of the payment that decides about a subscription's grant: the payment of the latest period. Of prepaid months
 * (no Stripe subscription), one that was neither refunded nor disputed comes first.
 */
export const decidingPayment = (what: SQL, subscriptionId: SQL) => sql`(select ${what} from payments p
    where p.subscription_id = ${subscriptionId} and p.payment_date is not null
    order by case when (select s.stripe_subscription_id from subscriptions s where s.id = ${subscriptionId}) is null
      then p.status in ('refunded', 'disputed') else 0 end, p.period_end desc, p.id desc limit 1)`

/**
 * Updates the grant of a payment to the payment's status; goes after the payment's own write in the batch. A
 * subscription's grant follows the payment of the latest period. Of prepaid months, any one that was not refunded keeps
 * the grant active: the subscription has the end date. A grant that an admin revoked stays revoked.
 */
export function syncGrant(db: Db, paymentId: number, now: number): Write[] {
  const own = sql`(select p.status from payments p where p.id = ${paymentId})`
  const subscriptionId = sql`(select p.subscription_id from payments p where p.id = ${paymentId})`
  const latest = decidingPayment(sql`p.status`, subscriptionId)
  const restate = (status: SQL, which: SQL | undefined) =>
    db
      .update(userScripts)
      .set({ ...following(status), updatedAt: now })
      .where(and(which, ne(userScripts.status, 'revoked')))
  return [
    restate(own, and(eq(userScripts.paymentId, paymentId), isNull(userScripts.subscriptionId))),
    restate(latest, eq(userScripts.subscriptionId, subscriptionId)),
  ]
}

function following(paymentStatus: SQL) {
  const status = sql<'active'>`case ${paymentStatus} when 'refunded' then 'refunded' when 'disputed' then 'disputed' else 'active' end`
  return { status, isActive: sql<boolean>`${status} = 'active'` }
}

/** Assigns a grant without an owner to the account that its payment was attached to. */
export const ownGrant = (db: Db, paymentId: number, userId: number, now: number) =>
  db
    .update(userScripts)
    .set({ userId, updatedAt: now })
    .where(and(eq(userScripts.paymentId, paymentId), isNull(userScripts.userId)))

/**
 * Deletes a grant whose payment was never made, with its licence. If the payment is made later, it grants again. If it
 * was made after the grant was read, the grant stays.
 */
export const deleteUnpaidGrant = (db: Db, grantId: number): Write[] => {
  const unpaid = sql`${userScripts.id} = ${grantId}
    and not exists (select 1 from payments p where p.id = user_scripts.payment_id and p.payment_date is not null)
    and not exists (select 1 from payments p
      where p.subscription_id = user_scripts.subscription_id and p.payment_date is not null)`
  const grant = db.select({ id: userScripts.id }).from(userScripts).where(unpaid)
  const licence = db.select({ id: licences.id }).from(licences).where(inArray(licences.grantId, grant))
  return [
    db.delete(activations).where(inArray(activations.licenceId, licence)),
    db.delete(licences).where(inArray(licences.grantId, grant)),
    db.delete(userScripts).where(unpaid),
  ]
}

/** The owner gets the beta versions of this product. A choice that was made before keeps its date. */
export const chooseBeta = (db: Db, choice: { userId: number; scriptId: number; chosenAt: number }) =>
  db.insert(betaChoices).values(choice).onConflictDoNothing()

/** The owner gets the stable releases of this product. */
export const leaveBeta = (db: Db, { userId, scriptId }: { userId: number; scriptId: number }) =>
  db.delete(betaChoices).where(and(eq(betaChoices.userId, userId), eq(betaChoices.scriptId, scriptId)))
