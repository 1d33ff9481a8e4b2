import { sql } from 'drizzle-orm'
import { Problem } from '../../core/problem.ts'
import { noteAction } from '../../db/audit.ts'
import { commit, type Db, refusedBy } from '../../db/client.ts'
import type { Actor } from '../../http/actor.ts'
import { findLink } from './store.ts'
import { revokeLink } from './writes.ts'

/**
 * Revokes a link at once: interrupted downloads cannot be resumed.
 * @throws Problem 404, 409 it was revoked before
 */
export async function withdrawLink(db: Db, admin: Actor, id: number, now: number): Promise<void> {
  const link = await findLink(db, id)
  if (!link) throw new Problem(404, 'There is no such emergency link.')
  const isOpen = sql`exists (select 1 from emergency_links l where l.id = ${id} and l.revoked_at is null)`
  const entry = { actorId: admin.id, ip: admin.ip, subject: `emergency:${id}`, now }
  try {
    await commit(db, [
      noteAction(db, {
        ...entry,
        action: 'emergency.revoke',
        onlyIf: isOpen,
        before: { uses: link.uses, maxUses: link.maxUses, reason: link.reason },
      }),
      revokeLink(db, id, admin.id, now),
    ])
  } catch (error) {
    if (!refusedBy(error, 'audit_log', 'action')) throw error
    throw new Problem(409, 'This emergency link was revoked before.')
  }
}
