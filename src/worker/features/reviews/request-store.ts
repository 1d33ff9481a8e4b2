import { and, asc, eq, gte, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { userScripts } from '../../db/schema/access.ts'
import { users } from '../../db/schema/accounts.ts'
import { scripts } from '../../db/schema/catalogue.ts'
import { emailDeliveries } from '../../db/schema/email.ts'
import { ASK_AFTER_MS, ASK_UNTIL_MS, REQUEST_KEY_BEGINS } from './request-rules.ts'

/** Paid purchases, by date, whose file was downloaded a week ago, and whose owners can be asked for a review. */
export function listToAsk(
  db: Db,
  now: number,
  after: { purchasedAt: number; grantId: number },
  limit: number,
) {
  const used = sql`d.created_at between ${userScripts.purchasedAt} and ${now - ASK_AFTER_MS}
    and +d.script_id = ${userScripts.scriptId}`
  return db
    .select({
      grantId: userScripts.id,
      paymentId: userScripts.paymentId,
      purchasedAt: userScripts.purchasedAt,
      userId: users.id,
      email: users.email,
      productName: scripts.name,
      slug: scripts.slug,
    })
    .from(userScripts)
    .innerJoin(users, eq(users.id, userScripts.userId))
    .innerJoin(scripts, eq(scripts.id, userScripts.scriptId))
    .where(
      and(
        // Must repeat the condition of the index user_scripts_bought, or SQLite does not use it.
        sql`${userScripts.accessType} = 'purchase' and ${userScripts.isActive} = 1`,
        // Each portion begins where the one before ended.
        gte(userScripts.purchasedAt, Math.max(after.purchasedAt, now - ASK_UNTIL_MS)),
        lte(userScripts.purchasedAt, now - ASK_AFTER_MS),
        sql`(${userScripts.purchasedAt}, ${userScripts.id}) > (${after.purchasedAt}, ${after.grantId})`,
        eq(users.promotionalEmails, true),
        isNotNull(users.emailVerifiedAt),
        isNull(users.deactivatedAt),
        isNull(users.deletedAt),
        sql`+${scripts.isDeleted} = 0`,
        sql`exists (select 1 from payments p where p.id = ${userScripts.paymentId} and p.amount_cents > 0)`,
        sql`(exists (select 1 from downloads d where d.user_id = ${users.id} and ${used})
          or exists (select 1 from downloads d where d.payment_id = ${userScripts.paymentId} and ${used}))`,
        sql`not exists (select 1 from reviews r where r.user_id = ${users.id} and r.script_id = ${userScripts.scriptId})`,
        // Of a bundle's scripts the buyer is asked for one.
        sql`not exists (select 1 from user_scripts o join ${emailDeliveries} on ${emailDeliveries.key} = ${REQUEST_KEY_BEGINS} || o.id
          where o.payment_id = ${userScripts.paymentId} and o.id <> ${userScripts.id})`,
        sql`not exists (select 1 from email_suppressions s where s.email_key = ${users.emailKey} and s.reason = 'bounced')`,
        sql`not exists (select 1 from ${emailDeliveries}
          where ${emailDeliveries.key} = ${REQUEST_KEY_BEGINS} || ${userScripts.id})`,
      ),
    )
    .orderBy(asc(userScripts.purchasedAt), asc(userScripts.id))
    .limit(limit)
}
