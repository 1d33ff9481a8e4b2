import { type SQL, sql } from 'drizzle-orm'
import type { AuditAction } from '#shared/audit/contract.ts'
import type { UserMessage } from '#shared/notifications/contract.ts'
import { noteAction } from '../../db/audit.ts'
import { refusedBy, type Write } from '../../db/client.ts'
import type { Actor } from '../../http/actor.ts'
import type { CoreDeps } from '../../http/shop-deps.ts'
import { givenByHand, grantByHand } from '../access/writes.ts'
import { commitAndDispatch } from '../notifications/dispatch-outbox.ts'
import { enqueueUserMessages } from '../notifications/writes.ts'
import { issueLicence } from './writes.ts'

/** Access that an admin grants, with its audit entry and the messages for the owner's screens. */
export type AccessByHand = {
  userId: number
  productId: number
  accessType: 'admin' | 'free'
  expiresAt: number | null
  notes: string | null
  audit: { action: AuditAction; after: unknown }
  messages: { key: string; messages: UserMessage[] }
  /** Written in the same batch. */
  also?: Write[]
}

/**
 * Grants access without a payment, with its licence, and notifies the owner's screens. Shared by all admin screens that
 * grant access. Returns false, and writes nothing, where the account is closed or has such access already.
 */
export async function giveAccess(
  deps: CoreDeps,
  actor: Actor,
  access: AccessByHand,
  now: number,
): Promise<boolean> {
  const { db } = deps
  const { userId, productId, accessType, expiresAt, notes, audit, messages, also = [] } = access
  const given = givenByHand(userId, productId, now)
  try {
    const writes = [
      noteAction(db, {
        actorId: actor.id,
        ip: actor.ip,
        subject: `user:${userId}`,
        now,
        action: audit.action,
        onlyIf: sql`${isOpen(userId)} and ${given} is null`,
        after: audit.after,
      }),
      grantByHand(db, { userId, scriptId: productId, accessType, expiresAt, notes, now }),
      issueLicence(db, given, now),
      enqueueUserMessages(db, { ...messages, userId, now }),
      ...also,
    ]
    await commitAndDispatch(deps, writes, now)
    return true
  } catch (error) {
    if (refusedBy(error, 'audit_log', 'action')) return false
    throw error
  }
}

const isOpen = (userId: number): SQL =>
  sql`exists (select 1 from users u where u.id = ${userId} and u.deleted_at is null and u.deactivated_at is null)`
