import {
  type CouponChange,
  type CouponForm,
  type CouponView,
  couponFormSchema,
} from '#shared/coupons/contract.ts'
import { Problem } from '../../core/problem.ts'
import { noteAction } from '../../db/audit.ts'
import { commit, refusedBy, refusedByCheck } from '../../db/client.ts'
import type { Actor } from '../../http/actor.ts'
import { termsOf } from './coupon-terms.ts'
import { type CouponDeps, codeTaken } from './create-coupon.ts'
import { givesAway } from './gives-away.ts'
import { type CouponRow, findCoupon } from './store.ts'
import { toCouponView } from './views.ts'
import { changeCoupon } from './writes.ts'

/**
 * Changes some fields of a coupon. Open checkouts keep the price that they were promised.
 * @throws Problem 404; 400 the changed coupon is not valid; 403 it makes a product free, and the proof of identity is
 * old; 409 the code is taken, the coupon has more uses than the
 * new limit, or another admin changed it meanwhile
 */
export async function patchCoupon(
  { db, requireProof }: CouponDeps,
  actor: Actor,
  id: number,
  change: CouponChange,
  now: number,
): Promise<CouponView> {
  const coupon = await findCoupon(db, id)
  if (!coupon) throw new Problem(404, 'There is no such coupon.')
  const before = toCouponView(coupon)
  const form = wholeOf(before, change)
  const terms = termsOf(form, coupon.startDate)
  if (await givesAway(db, { ...coupon, ...terms })) await requireProof()
  if (terms.maxUses !== null && terms.maxUses < coupon.currentUses) throw usedMore(coupon)
  const entry = {
    actorId: actor.id,
    action: 'coupon.update' as const,
    subject: `coupon:${id}`,
    ip: actor.ip,
    now,
  }
  const after = toCouponView({ ...coupon, ...terms, updatedAt: Math.max(now, coupon.updatedAt + 1) })
  try {
    await commit(db, [changeCoupon(db, coupon, terms, now), noteAction(db, { ...entry, before, after })])
  } catch (error) {
    if (refusedBy(error, 'coupons', 'code')) throw codeTaken(terms.code)
    if (refusedByCheck(error, 'coupons_uses')) throw usedMore((await findCoupon(db, id)) ?? coupon)
    if (refusedBy(error, 'coupons', 'updated_at')) {
      throw new Problem(409, 'Somebody else changed this coupon a moment ago. Please load it again.')
    }
    throw error
  }
  return after
}

/** The changed coupon, validated like a new one. */
function wholeOf(before: CouponView, change: CouponChange): CouponForm {
  const whole = couponFormSchema.safeParse({ ...before, ...change })
  if (whole.success) return whole.data
  const fields: Record<string, string> = {}
  for (const { path, message } of whole.error.issues) fields[path.join('.')] ??= message
  throw new Problem(400, whole.error.issues[0]?.message ?? 'The request is not valid.', { data: { fields } })
}

function usedMore({ currentUses }: CouponRow): Problem {
  const uses = currentUses === 1 ? '1 use' : `${currentUses} uses`
  const message = `This coupon has ${uses} already. The limit cannot be lower.`
  return new Problem(409, message, { data: { fields: { maxUses: message } } })
}
