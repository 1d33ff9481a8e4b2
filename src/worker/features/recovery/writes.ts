import { and, between, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { DAY, HOUR, toIso } from '#shared/core/time.ts'
import { LOST_RUN } from '#shared/recovery/contract.ts'
import { noteAction } from '../../db/audit.ts'
import type { Db, Write } from '../../db/client.ts'
import { coupons } from '../../db/schema/coupons.ts'
import { reconciliationFindings, reconciliationRuns } from '../../db/schema/recovery.ts'
import { referrals } from '../../db/schema/referrals.ts'
import type { Actor } from '../../http/actor.ts'

export const insertRun = (db: Db, run: { actorId: number | null; since: number; startedAt: number }) =>
  db.insert(reconciliationRuns).values(run).returning()

/** The audit entry of the admin who requested the run. This write must directly follow the insert of the run. */
export const noteRun = (db: Db, { id: actorId, ip }: Actor, since: number, now: number) =>
  noteAction(db, {
    actorId,
    ip,
    now,
    action: 'reconciliation.start',
    after: { since: toIso(since) },
    subject: sql`'run:' || last_insert_rowid()`,
  })

/** Adds the result of a portion to its run. */
export const countPortion = (
  db: Db,
  runId: number,
  done: { checked: number; healed: number; error: string | null },
) =>
  db
    .update(reconciliationRuns)
    .set({
      checked: sql`${reconciliationRuns.checked} + ${done.checked}`,
      healed: sql`${reconciliationRuns.healed} + ${done.healed}`,
      lastError: sql`coalesce(${done.error}, ${reconciliationRuns.lastError})`,
    })
    .where(eq(reconciliationRuns.id, runId))

/**
 * Ends runs that have been unfinished for so long that their message must be lost. Only runs of the last 3 days are
 * checked: older ones were ended then.
 */
export const endLostRuns = (db: Db, now: number) =>
  db
    .update(reconciliationRuns)
    .set({ finishedAt: now, lastError: LOST_RUN })
    .where(
      and(
        between(reconciliationRuns.startedAt, now - 3 * DAY, now - LOST_AFTER_MS),
        isNull(reconciliationRuns.finishedAt),
      ),
    )

const LOST_AFTER_MS = 6 * HOUR

/**
 * Finishes a run. The run has compared all our tables, so a finding that it did not see is gone. A finding about a
 * provider's checkout or invoice is seen only while the provider's list reaches back to it, and stays until a person
 * closes it.
 */
export const finishRun = (db: Db, run: { id: number; startedAt: number }, now: number): Write[] => [
  db
    .update(reconciliationFindings)
    .set({ resolvedAt: now, resolution: 'gone' })
    .where(
      and(
        isNull(reconciliationFindings.resolvedAt),
        sql`${reconciliationFindings.lastSeenAt} < ${run.startedAt}`,
        sql`${reconciliationFindings.subject} not like 'checkout:%'`,
        sql`${reconciliationFindings.subject} not like 'invoice:%'`,
      ),
    ),
  db
    .update(reconciliationRuns)
    .set({
      finishedAt: now,
      found: sql`(select count(*) from reconciliation_findings f where f.resolved_at is null)`,
    })
    .where(and(eq(reconciliationRuns.id, run.id), isNull(reconciliationRuns.finishedAt))),
]

/** True while the finding is open: of two repairs at once only one closes it. */
export const isFindingOpen = (id: number): SQL =>
  sql`exists (select 1 from reconciliation_findings f where f.id = ${id} and f.resolved_at is null)`

/** A person closed the finding. The buyer's address in its details was only for that person, so it is deleted. */
export const resolveFinding = (
  db: Db,
  id: number,
  by: { actorId: number; resolution: 'repaired' | 'done' },
  now: number,
) =>
  db
    .update(reconciliationFindings)
    .set({
      resolvedAt: now,
      resolution: by.resolution,
      resolvedBy: by.actorId,
      details: sql`json_remove(${reconciliationFindings.details}, '$.email')`,
    })
    .where(and(eq(reconciliationFindings.id, id), isNull(reconciliationFindings.resolvedAt)))

/** Sets a coupon's counter to its uses that are not released. The table's CHECK refuses more than the coupon allows. */
export const recountUses = (db: Db, couponId: number) =>
  db
    .update(coupons)
    .set({
      currentUses: sql`(select count(*) from coupon_usages u where u.coupon_id = ${couponId} and u.state <> 'released')`,
    })
    .where(eq(coupons.id, couponId))

/** Cancels a commission without a payment. One that was paid out is left to a person. */
export const cancelOwnerless = (db: Db, id: number) =>
  db
    .update(referrals)
    .set({ status: 'cancelled' })
    .where(
      and(
        eq(referrals.id, id),
        isNull(referrals.paymentId),
        isNull(referrals.payoutId),
        sql`${referrals.status} in ('pending', 'completed')`,
      ),
    )
