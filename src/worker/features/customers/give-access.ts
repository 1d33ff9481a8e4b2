import { sql } from 'drizzle-orm'
import { Problem } from '../../core/problem.ts'
import { toIso } from '../../core/time.ts'
import { commit, type Db, refusedBy } from '../../db/client.ts'
import type { Actor } from '../../http/actor.ts'
import { givenByHand, grantByHand } from '../access/writes.ts'
import { issueLicence } from '../licences/writes.ts'
import type { UserMessage } from '../notifications/contract.ts'
import { enqueueUserMessages } from '../notifications/writes.ts'
import type { GiveAccess } from './contract.ts'
import { isDeactivated, isDeleted, noSuchUser } from './refusals.ts'
import { findAccount, findProduct } from './store.ts'
import { accountIs, isOpen, noteUserAction } from './writes.ts'

/**
 * Access that nobody paid for, with its licence, told to its owner's screens. Updates and devices are those of a purchase
 * of the product. A second click gives nothing twice. Returns the outbox keys.
 * @throws Problem 404 (user, product), 409 (closed account; given before), 422 where it would be over already
 */
export async function giveAccess(
  db: Db,
  actor: Actor,
  userId: number,
  { productId, type, notes, ...form }: GiveAccess,
  now: number,
): Promise<string[]> {
  const product = await findProduct(db, productId)
  if (!product) throw new Problem(404, 'There is no such product.')
  const expiresAt = form.expiresAt ? Date.parse(form.expiresAt) : null
  if (expiresAt !== null && expiresAt <= now) {
    const message = 'The end must lie in the future.'
    throw new Problem(422, message, { data: { fields: { expiresAt: message } } })
  }
  const key = `access-given:${crypto.randomUUID()}`
  const after = { productId, type, expiresAt: expiresAt === null ? null : toIso(expiresAt) }
  try {
    await commit(db, [
      noteUserAction(db, {
        ...{ actor, userId, now, action: 'user.give-access', after },
        onlyWhere: sql`${accountIs(userId, isOpen)} and ${givenByHand(userId, productId, now)} is null`,
      }),
      grantByHand(db, { userId, scriptId: productId, accessType: type, expiresAt, notes, now }),
      issueLicence(db, givenByHand(userId, productId, now), now),
      enqueueUserMessages(db, { key, userId, messages: news(key, product.name, now), now }),
    ])
  } catch (error) {
    if (!refusedBy(error, 'audit_log', 'action')) throw error
    throw await whyNot(db, userId, product.name)
  }
  return [key]
}

async function whyNot(db: Db, userId: number, productName: string): Promise<Problem> {
  const account = await findAccount(db, userId)
  if (!account) return noSuchUser()
  if (account.deletedAt !== null) return isDeleted()
  if (account.deactivatedAt !== null) return isDeactivated()
  return new Problem(409, `${productName} was given to this account by hand already. Revoke that first.`)
}

function news(key: string, productName: string, now: number): UserMessage[] {
  const timestamp = toIso(now)
  const title = 'Access granted'
  const message = `${productName} was added to your products.`
  return [
    { type: 'dashboard_refresh' },
    {
      type: 'notification',
      timestamp,
      data: { id: key, type: 'success', title, message, timestamp, read: false },
    },
  ]
}
