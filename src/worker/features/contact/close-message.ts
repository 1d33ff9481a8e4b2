import { Problem } from '../../core/problem.ts'
import { commit, type Db, refusedBy } from '../../db/client.ts'
import type { Actor } from '../../http/actor.ts'
import { findMessage } from './store.ts'
import { closeMessage, noteMessage, reopenMessage } from './writes.ts'

/**
 * Closes a message without an answer: it was answered in another way, or needs none.
 * @throws Problem 404; 409 where the message is not open (any more)
 */
export async function close(db: Db, id: number, actor: Actor, now: number): Promise<void> {
  const by = { actorId: actor.id, ip: actor.ip, now }
  const noted = { ...by, action: 'message.close' as const, after: { open: false } }
  await commit(db, [noteMessage(db, { id, isOpen: true }, noted), closeMessage(db, id, by)]).catch((error) =>
    explain(db, id, error, 'This message is no longer open. Please load it again.'),
  )
}

/** @throws Problem 404; 409 where the message is open already */
export async function reopen(db: Db, id: number, actor: Actor, now: number): Promise<void> {
  const noted = {
    actorId: actor.id,
    ip: actor.ip,
    now,
    action: 'message.reopen' as const,
    after: { open: true },
  }
  await commit(db, [noteMessage(db, { id, isOpen: false }, noted), reopenMessage(db, id)]).catch((error) =>
    explain(db, id, error, 'This message is open already.'),
  )
}

async function explain(db: Db, id: number, error: unknown, message: string): Promise<never> {
  if (!refusedBy(error, 'audit_log', 'action')) throw error
  throw (await findMessage(db, id))
    ? new Problem(409, message)
    : new Problem(404, 'There is no such message.')
}
