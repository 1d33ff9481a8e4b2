import { and, asc, eq, isNull, lte, sql } from 'drizzle-orm'
import { DAY } from '#shared/core/time.ts'
import type { Db } from '../../../db/client.ts'
import { PROCESSING_KIND, STOPPED_TRIALS_GLOB } from '../../../db/payment-history.ts'
import { scripts } from '../../../db/schema/catalogue.ts'
import { payments } from '../../../db/schema/payments.ts'
import { checkoutReminders } from '../../../db/schema/reminders.ts'

/** Anyone can type any address, with any alias of its mailbox: a mailbox gets one reminder in this time. */
const MAILBOX_REST_MS = 7 * DAY

/** The order `q` is for the product of `p`, or for a bundle with it. */
const grantsSame = sql`(q.script_id = p.script_id or p.script_id in (select i.value from json_each(q.bundled_ids) i))`

/**
 * True while a reminder of the payment `p` is right: it is unfinished (nothing arrived, its trial was not stopped, no person
 * has to look at it, its product is sold, its buyer has begun no later order of the product or of a bundle with it, nor
 * paid an earlier one since), no address of its mailbox refused news, and no reminder went to that mailbox lately.
 */
export const isReminded = (
  now: number,
) => sql`(p.status in ('pending', 'expired', 'failed') and p.received_cents = 0
  and p.flagged_reason is null and p.payment_date is null and p.email is not null
  and not exists (select 1 from payment_events e where e.payment_id = p.id
    and (e.kind = ${PROCESSING_KIND} or e.kind glob ${STOPPED_TRIALS_GLOB}))
  and not exists (select 1 from email_suppressions x where x.email_key = lower(p.email))
  and not exists (select 1 from payments q join email_suppressions x on x.email_key = lower(q.email)
    where q.email_identity = p.email_identity)
  and not exists (select 1 from payments q join email_deliveries d on d.key = 'checkout-reminder:' || q.id
    where q.email_identity = p.email_identity and q.id <> p.id and d.created_at > ${now - MAILBOX_REST_MS})
  and not exists (select 1 from payments q where ${grantsSame} and lower(q.email) = lower(p.email)
    and (q.id > p.id or q.payment_date >= p.created_at))
  and not exists (select 1 from payments q where ${grantsSame} and q.user_id = p.user_id
    and (q.id > p.id or q.payment_date >= p.created_at))
  and exists (select 1 from scripts s where s.id = p.script_id and s.is_deleted = 0))`

/** Reminders whose time has come, oldest first. `isNeeded`: the mail is to be sent. */
export const listDueReminders = (db: Db, now: number, limit: number) =>
  db
    .select({
      paymentId: checkoutReminders.paymentId,
      isNeeded: sql<number>`exists (select 1 from payments p where p.id = ${payments.id} and ${isReminded(now)})`,
      userId: payments.userId,
      email: payments.email,
      amountCents: payments.amountCents,
      purchaseType: payments.purchaseType,
      startedAt: payments.createdAt,
      trialDays: payments.trialDays,
      product: { id: scripts.id, slug: scripts.slug, name: scripts.name },
    })
    .from(checkoutReminders)
    .innerJoin(payments, eq(payments.id, checkoutReminders.paymentId))
    .innerJoin(scripts, eq(scripts.id, payments.scriptId))
    .where(and(isNull(checkoutReminders.doneAt), lte(checkoutReminders.dueAt, now)))
    .orderBy(asc(checkoutReminders.dueAt))
    .limit(limit)
