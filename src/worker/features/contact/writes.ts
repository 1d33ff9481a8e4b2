import { and, eq, isNotNull, lt, sql } from 'drizzle-orm'
import type { AuditAction } from '#shared/audit/contract.ts'
import { noteAction } from '../../db/audit.ts'
import type { Db } from '../../db/client.ts'
import { contactMessages } from '../../db/schema/contact.ts'

export const insertMessage = (db: Db, message: typeof contactMessages.$inferInsert) =>
  db.insert(contactMessages).values(message)

type ByAdmin = { actorId: number; ip: string | null; now: number }

/**
 * The record of what is done to a message that is as it was seen. Else the table refuses it and
 * the batch with it: of two admins at once one answers. What was written stays out of it: the message may be erased.
 */
export const noteMessage = (
  db: Db,
  { id, isOpen }: { id: number; isOpen: boolean },
  { action, after, ...by }: ByAdmin & { action: AuditAction; after: object },
) =>
  noteAction(db, {
    ...by,
    action,
    onlyIf: sql`exists (select 1 from contact_messages m where m.id = ${id}
      and (m.answered_at is null) = ${isOpen ? 1 : 0})`,
    subject: `message:${id}`,
    before: { open: isOpen },
    after,
  })

/** What was answered before it was opened again stays above. */
export const answerMessage = (db: Db, id: number, { answer, actorId, now }: ByAdmin & { answer: string }) =>
  db
    .update(contactMessages)
    .set({
      answer: sql`coalesce(${contactMessages.answer} || ${'\n\n* * *\n\n'}, '') || ${answer}`,
      answeredAt: now,
      answeredBy: actorId,
    })
    .where(eq(contactMessages.id, id))

export const closeMessage = (db: Db, id: number, { actorId, now }: ByAdmin) =>
  db.update(contactMessages).set({ answeredAt: now, answeredBy: actorId }).where(eq(contactMessages.id, id))

export const reopenMessage = (db: Db, id: number) =>
  db.update(contactMessages).set({ answeredAt: null, answeredBy: null }).where(eq(contactMessages.id, id))

/** What was asked stays; from where is forgotten. */
export const forgetSenders = (db: Db, before: number) =>
  db
    .update(contactMessages)
    .set({ ip: null })
    .where(and(lt(contactMessages.createdAt, before), isNotNull(contactMessages.ip)))
