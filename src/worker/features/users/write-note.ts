import { sql } from 'drizzle-orm'
import { Problem } from '../../core/problem.ts'
import { commit, type Db, refusedBy } from '../../db/client.ts'
import type { Actor } from '../../http/actor.ts'
import { isDeleted, noSuchUser } from './refusals.ts'
import { findAccount } from './store.ts'
import { accountIs, deleteNote, insertNote, isOwnNote, noteUserAction } from './writes.ts'

/** Adds a note for all admins. The audit log has an entry without the note's text. @throws Problem 404, 409 deleted */
export async function writeNote(
  db: Db,
  actor: Actor,
  userId: number,
  text: string,
  now: number,
): Promise<void> {
  try {
    await commit(db, [
      noteUserAction(db, {
        actor,
        userId,
        now,
        action: 'user.note',
        onlyIf: accountIs(userId, sql`u.deleted_at is null`),
      }),
      insertNote(db, { userId, authorId: actor.id, text, createdAt: now }),
    ])
  } catch (error) {
    if (!refusedBy(error, 'audit_log', 'action')) throw error
    throw (await findAccount(db, userId)) ? isDeleted() : noSuchUser()
  }
}

/** Deletes the admin's own note. @throws Problem 404, also for another admin's note */
export async function removeNote(
  db: Db,
  actor: Actor,
  { userId, noteId }: { userId: number; noteId: number },
  now: number,
): Promise<void> {
  try {
    await commit(db, [
      noteUserAction(db, {
        actor,
        userId,
        now,
        action: 'user.note-delete',
        before: { noteId },
        onlyIf: isOwnNote(userId, noteId, actor.id),
      }),
      deleteNote(db, noteId),
    ])
  } catch (error) {
    if (!refusedBy(error, 'audit_log', 'action')) throw error
    throw new Problem(404, 'There is no such note of yours.')
  }
}
