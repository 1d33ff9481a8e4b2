import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { SuppressionReason } from '#shared/email/contract.ts'
import type { Db } from '../../db/client.ts'
import { emailSuppressions } from '../../db/schema/email.ts'
import { FORGOTTEN_ADDRESS, receiptKey } from './writes.ts'

/**
 * Records why mail to an address is suppressed. A bounce replaces the other reasons. It keeps the owner's refusal of
 * announcements in `newsReason`, which applies again after the bounce is lifted.
 */
export const suppress = (
  db: Db,
  mark: { emailKey: string; reason: SuppressionReason; detail: string | null },
  now: number,
) => {
  const insert = db.insert(emailSuppressions).values({ ...mark, createdAt: now })
  return mark.reason === 'bounced'
    ? insert.onConflictDoUpdate({
        target: emailSuppressions.emailKey,
        set: {
          reason: 'bounced',
          detail: mark.detail,
          createdAt: now,
          newsReason: sql`${emailSuppressions.reason}`,
        },
        setWhere: sql`${emailSuppressions.reason} <> 'bounced'`,
      })
    : insert.onConflictDoUpdate(keepNewsReason)
}

/** Keeps the first refusal of announcements beside a bounce. An address with another reason is not changed. */
const keepNewsReason = {
  target: emailSuppressions.emailKey,
  set: { newsReason: sql`excluded.reason` },
  setWhere: sql`${emailSuppressions.reason} = 'bounced' and ${emailSuppressions.newsReason} is null`,
}

/** Ends announcements to the address that this purchase's receipt went to. */
export const unsubscribePurchase = (db: Db, paymentId: number, now: number) =>
  db
    .insert(emailSuppressions)
    .select(
      sql`select lower(d.to_address), 'unsubscribed', null, ${now}, null from email_deliveries d
        where d.key = ${receiptKey(paymentId)} and d.to_address <> ${FORGOTTEN_ADDRESS}`,
    )
    .onConflictDoUpdate(keepNewsReason)

/** Ends reminders, and announcements about purchases without an account, to the address of this unfinished order. */
export const unsubscribeOrder = (db: Db, paymentId: number, now: number) =>
  db
    .insert(emailSuppressions)
    .select(
      sql`select lower(p.email), 'unsubscribed', null, ${now}, null from payments p
        where p.id = ${paymentId} and p.email is not null`,
    )
    .onConflictDoUpdate(keepNewsReason)

/** Lifts the bounce of an address: mail may go there again. A refusal of announcements remains. */
export const liftBounce = (db: Db, emailKey: string) => {
  const isBounced = and(eq(emailSuppressions.emailKey, emailKey), eq(emailSuppressions.reason, 'bounced'))
  return [
    db
      .update(emailSuppressions)
      .set({ reason: sql`${emailSuppressions.newsReason}`, detail: null, newsReason: null })
      .where(and(isBounced, isNotNull(emailSuppressions.newsReason))),
    db.delete(emailSuppressions).where(isBounced),
  ] as const
}

export const forgetSuppression = (db: Db, emailKey: string) =>
  db.delete(emailSuppressions).where(eq(emailSuppressions.emailKey, emailKey))
