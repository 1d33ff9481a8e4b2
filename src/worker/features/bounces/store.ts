import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { emailDeliveries } from '../../db/schema/email.ts'
import type { MailReport } from '../../providers/resend-webhook.ts'

export type Reported = typeof emailDeliveries.$inferSelect

/**
 * The mail that a report is about: found by the provider's id or, until the provider's response to the send is read, by
 * our own id. A report about an earlier run of a mail that was sent again, or about another shop's mail, finds nothing.
 */
export async function findReported(
  db: Db,
  { messageId, tags }: Pick<MailReport, 'messageId' | 'tags'>,
): Promise<Reported | undefined> {
  const [[known], [unread]] = await db.batch([
    db.select().from(emailDeliveries).where(eq(emailDeliveries.providerMessageId, messageId)).limit(1),
    db
      .select()
      .from(emailDeliveries)
      .where(
        and(
          eq(emailDeliveries.id, numberOf(tags.delivery)),
          eq(emailDeliveries.reference, tags.reference ?? ''),
          eq(emailDeliveries.run, numberOf(tags.run)),
          isNull(emailDeliveries.providerMessageId),
        ),
      )
      .limit(1),
  ])
  return known ?? unread
}

/** 0 where the text is not a number: no row has the id 0. */
const numberOf = (text: string | undefined) => (/^\d{1,15}$/.test(text ?? '') ? Number(text) : 0)
