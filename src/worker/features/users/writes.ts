import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { AuditAction } from '#shared/audit/contract.ts'
import { noteAction } from '../../db/audit.ts'
import type { Db } from '../../db/client.ts'
import { userNotes } from '../../db/schema/accounts.ts'
import type { Actor } from '../../http/actor.ts'

type UserAction = {
  actor: Actor
  userId: number
  action: Extract<AuditAction, `user.${string}`>
  /** A condition at this place of the batch. If it is false, the table refuses the whole batch. */
  onlyIf?: SQL
  before?: unknown
  after?: unknown
  now: number
}

/** The audit entry of an admin's action on an account: first in its batch, as its guard. No personal data: it stays. */
export const noteUserAction = (db: Db, { actor, userId, ...entry }: UserAction) =>
  noteAction(db, {
    ...entry,
    actorId: actor.id,
    ip: actor.ip,
    subject: `user:${userId}`,
  })

/** An SQL condition: this account matches `which`, a condition on `u`. */
export const accountIs = (userId: number, which: SQL): SQL =>
  sql`exists (select 1 from users u where u.id = ${userId} and ${which})`

export const isOpen = sql`u.deleted_at is null and u.deactivated_at is null`

export const insertNote = (
  db: Db,
  note: { userId: number; authorId: number; text: string; createdAt: number },
) => db.insert(userNotes).values(note)

export const deleteNote = (db: Db, noteId: number) => db.delete(userNotes).where(eq(userNotes.id, noteId))

/** An SQL condition for a guard: the note is on this account and by this admin. */
export const isOwnNote = (userId: number, noteId: number, authorId: number): SQL =>
  sql`exists (select 1 from user_notes n where ${and(
    sql`n.id = ${noteId}`,
    sql`n.user_id = ${userId}`,
    sql`n.author_id = ${authorId}`,
  )})`
