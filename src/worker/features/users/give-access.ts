import { toIso } from '#shared/core/time.ts'
import { ownedProductLink } from '#shared/notifications/link-rules.ts'
import type { GiveAccess } from '#shared/users/contract.ts'
import { Problem } from '../../core/problem.ts'
import type { Db } from '../../db/client.ts'
import type { Actor } from '../../http/actor.ts'
import type { CoreDeps } from '../../http/shop-deps.ts'
import { giveAccess } from '../licences/give-access.ts'
import { notification, REFRESH } from '../notifications/message-rules.ts'
import { isDeactivated, isDeleted, noSuchUser } from './refusals.ts'
import { findAccount, findProduct } from './store.ts'

/**
 * Gives access without a payment, with its licence, and notifies the user live. Updates and devices are those of a
 * purchase of the product. A second click gives nothing.
 * @throws Problem 404 (user, product), 409 (closed account; given before), 422 where its end is not in the future
 */
export async function giveUserAccess(
  deps: CoreDeps,
  actor: Actor,
  userId: number,
  { productId, type, notes, ...form }: GiveAccess,
  now: number,
): Promise<void> {
  const { db } = deps
  const product = await findProduct(db, productId)
  if (!product) throw new Problem(404, 'There is no such product.')
  if (product.bundledIds) {
    const message = `${product.name} is a bundle. Give its scripts one by one.`
    throw new Problem(422, message, { data: { fields: { productId: message } } })
  }
  const expiresAt = form.expiresAt ? Date.parse(form.expiresAt) : null
  if (expiresAt !== null && expiresAt <= now) {
    const message = 'The end must be in the future.'
    throw new Problem(422, message, { data: { fields: { expiresAt: message } } })
  }
  const key = `access-given:${crypto.randomUUID()}`
  const title = 'Access granted'
  const message = `${product.name} was added to your products.`
  const link = ownedProductLink(productId)
  const messages = [REFRESH, notification({ id: key, type: 'success', title, message, link }, now)]
  const after = { productId, type, expiresAt: expiresAt === null ? null : toIso(expiresAt) }
  const isGiven = await giveAccess(
    deps,
    actor,
    {
      userId,
      productId,
      accessType: type,
      expiresAt,
      notes,
      audit: { action: 'user.give-access', after },
      messages: { key, messages },
    },
    now,
  )
  if (!isGiven) throw await whyNot(db, userId, product.name)
}

async function whyNot(db: Db, userId: number, productName: string): Promise<Problem> {
  const account = await findAccount(db, userId)
  if (!account) return noSuchUser()
  if (account.deletedAt !== null) return isDeleted()
  if (account.deactivatedAt !== null) return isDeactivated()
  return new Problem(409, `${productName} was given to this account by hand already. Revoke that first.`)
}
