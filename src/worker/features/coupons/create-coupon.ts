import type { CouponForm, CouponView } from '#shared/coupons/contract.ts'
import { Problem } from '../../core/problem.ts'
import { noteAction } from '../../db/audit.ts'
import { commit, type Db, refusedBy } from '../../db/client.ts'
import type { Actor } from '../../http/actor.ts'
import { termsOf } from './coupon-terms.ts'
import { givesAway } from './gives-away.ts'
import { toCouponView } from './views.ts'
import { insertCoupon } from './writes.ts'

/** `requireProof` throws 403 `reauthenticate` where the last proof of identity is too old. */
export type CouponDeps = { db: Db; requireProof: () => Promise<unknown> }

/** @throws Problem 403 the coupon makes a product free, and the proof of identity is old; 409 the code is taken */
export async function createCoupon(
  { db, requireProof }: CouponDeps,
  actor: Actor,
  form: CouponForm,
  now: number,
): Promise<CouponView> {
  const coupon = {
    id: randomCouponId(),
    ...termsOf(form, now),
    currentUses: 0,
    createdBy: actor.id,
    createdAt: now,
    updatedAt: now,
  }
  if (await givesAway(db, coupon)) await requireProof()
  const after = toCouponView(coupon)
  const entry = {
    actorId: actor.id,
    action: 'coupon.create' as const,
    subject: `coupon:${coupon.id}`,
    ip: actor.ip,
    now,
  }
  try {
    await commit(db, [insertCoupon(db, coupon), noteAction(db, { ...entry, after })])
  } catch (error) {
    throw refusedBy(error, 'coupons', 'code') ? codeTaken(coupon.code) : error
  }
  return after
}

/** A 409 with the message at the form's field `code`. */
export function codeTaken(code: string): Problem {
  const message = `There is already a coupon with the code ${code}.`
  return new Problem(409, message, { data: { fields: { code: message } } })
}

const HIGH = 2 ** 17

/**
 * A random coupon id of at most 2^49 (15 digits). The checkout names the coupon by its id, so the id must be as hard to
 * guess as the code.
 */
export function randomCouponId(): number {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2))
  return (high % HIGH) * 2 ** 32 + low + 1
}
