import type { AuditAction } from '#shared/audit/contract.ts'
import type { AdminProductDetail, ProductChange, ProductForm } from '#shared/catalogue/manage-contract.ts'
import { categoryOf } from '#shared/catalogue/rules.ts'
import { refusePromise, startOf } from '#shared/catalogue/security-promise-rules.ts'
import { toCents } from '#shared/core/money.ts'
import { Problem } from '../../core/problem.ts'
import { noteAction } from '../../db/audit.ts'
import { commit, type Db, refusedBy } from '../../db/client.ts'
import type { scripts } from '../../db/schema/catalogue.ts'
import type { Actor } from '../../http/actor.ts'
import { refuseContents } from './bundle-rules.ts'
import { findManagedProduct, noSuchProduct } from './find-managed-product.ts'
import { factsOf } from './manage-views.ts'
import { changeProduct } from './manage-writes.ts'
import { isPlan } from './plan-rules.ts'
import { findToChange, listCandidates } from './read-managed.ts'

/**
 * Changes some fields of a product; its slug stays. A new price applies to new checkouts only: open checkouts and
 * running subscriptions keep their price.
 * Another content of a bundle applies to new orders only, too: each order stores what it grants.
 * @throws Problem 404; 409 where the way it is sold cannot change, or another admin changed the product meanwhile;
 * 422 the promise of security updates would be shortened, a one-time product has trial days, or a bundle cannot contain
 * these products
 */
export async function patchProduct(
  db: Db,
  actor: Actor,
  id: number,
  change: ProductChange,
  now: number,
): Promise<AdminProductDetail> {
  const found = await findToChange(db, id)
  if (!found) throw noSuchProduct()
  if (Object.keys(change).length === 0) return findManagedProduct(db, id, now)
  const { isSubscription } = change
  if (isSubscription !== undefined && isSubscription !== found.script.isSubscription) {
    const refusal = refuseOtherTerms(found)
    if (refusal) throw new Problem(409, refusal, { data: { fields: { isSubscription: refusal } } })
  }
  await checkContents(db, found.script.bundledIds, change.bundledIds, now)
  if (change.securityUpdatesUntil !== undefined) {
    checkPromise(found.script.securityUpdatesUntil, change.securityUpdatesUntil, now)
  }
  checkTrial({ ...found.script, ...change })
  const action = Object.keys(change).join() === 'price' ? 'product.price' : 'product.update'
  await applyChange(db, actor, found.script, toColumns(change), action, now)
  return findManagedProduct(db, id, now)
}

/**
 * Removes a product from every list, or restores it. Owners keep it, and its subscriptions continue.
 * @throws Problem 404, 409
 */
export async function setDeleted(
  db: Db,
  actor: Actor,
  id: number,
  isDeleted: boolean,
  now: number,
): Promise<AdminProductDetail> {
  const found = await findToChange(db, id)
  if (!found) throw noSuchProduct()
  if (isPlan(id)) {
    throw new Problem(
      409,
      `${found.script.name} is one of the two plans that the shop is built on. It cannot be deleted.`,
    )
  }
  if (found.script.isDeleted === isDeleted) {
    throw new Problem(409, isDeleted ? 'This product is deleted already.' : 'This product is not deleted.')
  }
  const action = isDeleted ? 'product.delete' : 'product.restore'
  await applyChange(db, actor, found.script, { isDeleted }, action, now)
  return findManagedProduct(db, id, now)
}

type ProductToChange = NonNullable<Awaited<ReturnType<typeof findToChange>>>

/** The reason why one-time and subscription sale cannot be switched; null where they can. */
function refuseOtherTerms({ script, wasOrdered, bundle }: ProductToChange): string | null {
  if (isPlan(script.id))
    return 'This is one of the two plans that the shop is built on. How it is sold cannot be changed.'
  if (script.bundledIds) return SOLD_ONCE
  if (bundle !== null) return `It is part of ${bundle}, and a bundle contains scripts that are sold once.`
  return wasOrdered
    ? 'This product has been ordered already, so how it is sold cannot be changed. Add another product instead.'
    : null
}

const SOLD_ONCE = 'A bundle is sold once, not as a subscription.'

/**
 * Checks the new contents of a bundle. `before`: the present ones; null: the product is no bundle.
 * @throws Problem 409 a bundle would become another product, or the reverse; 422 it cannot contain these products
 */
async function checkContents(
  db: Db,
  before: number[] | null,
  after: number[] | null | undefined,
  now: number,
): Promise<void> {
  if (after === undefined) return
  if ((before === null) !== (after === null)) {
    const message = 'A bundle stays a bundle, and no other product becomes one. Add another product instead.'
    throw new Problem(409, message, { data: { fields: { bundledIds: message } } })
  }
  if (before !== null && after !== null) await requireContents(db, after, before, now)
}

/** @throws Problem 422 a bundle cannot contain these products */
export async function requireContents(
  db: Db,
  ids: readonly number[],
  kept: readonly number[],
  now: number,
): Promise<void> {
  const refusal = refuseContents(ids, await listCandidates(db, ids, now), kept)
  if (refusal) throw new Problem(422, refusal, { data: { fields: { bundledIds: refusal } } })
}

/** @throws Problem 422 a bundle would be sold as a subscription */
export function requireSoldOnce({ bundledIds, isSubscription }: ProductForm): void {
  if (bundledIds && isSubscription)
    throw new Problem(422, SOLD_ONCE, { data: { fields: { isSubscription: SOLD_ONCE } } })
}

/** @throws Problem 422 the promise of security updates cannot be made, or would be shortened */
export function checkPromise(promised: number | null, day: string | null, now: number): void {
  const refusal = refusePromise(promised, startOf(day), now)
  if (refusal) throw new Problem(422, refusal, { data: { fields: { securityUpdatesUntil: refusal } } })
}

/** @throws Problem 422 trial days of a product that is not sold as a subscription */
export function checkTrial({
  isSubscription,
  trialDays,
}: {
  isSubscription: boolean
  trialDays: number
}): void {
  if (isSubscription || trialDays === 0) return
  const refusal = 'Only a subscription can begin with free days. Enter 0.'
  throw new Problem(422, refusal, { data: { fields: { trialDays: refusal } } })
}

function toColumns({
  price,
  features,
  securityUpdatesUntil,
  ...change
}: ProductChange): Partial<typeof scripts.$inferInsert> {
  return {
    ...change,
    ...(securityUpdatesUntil !== undefined && { securityUpdatesUntil: startOf(securityUpdatesUntil) }),
    ...(price !== undefined && { priceCents: toCents(price) }),
    ...(features && { features, category: categoryOf(features) }),
  }
}

async function applyChange(
  db: Db,
  actor: Actor,
  seen: typeof scripts.$inferSelect,
  change: Partial<typeof scripts.$inferInsert>,
  action: AuditAction,
  now: number,
): Promise<void> {
  const before = factsOf(seen)
  const after = factsOf({ ...seen, ...change })
  const subject = `product:${seen.id}`
  try {
    await commit(db, [
      changeProduct(db, seen, change, now),
      noteAction(db, { actorId: actor.id, action, subject, before, after, ip: actor.ip, now }),
    ])
  } catch (error) {
    throw refusedBy(error, 'scripts', 'updated_at') ? changedMeanwhile() : error
  }
}

export const changedMeanwhile = () =>
  new Problem(409, 'Somebody else changed this product a moment ago. Please load it again.')
