import type { Db } from '../../db/client.ts'
import { couponOffer, FIRST_ORDER_OFFER, type IdentityKeys, type Person } from './marks-rules.ts'
import { marksOf } from './person-marks.ts'
import { selectUses } from './store.ts'

export type IdentityDeps = { db: Db; config: IdentityKeys }

/** The input of `usesBy`, for a batch. */
export async function selectCouponUses({ db, config }: IdentityDeps, couponId: number, person: Person) {
  const marks = await marksOf(config, person)
  return [selectUses(db, couponOffer(couponId), marks), selectUses(db, FIRST_ORDER_OFFER, marks)] as const
}

type Row = { uses: number }

/**
 * The paid uses of a coupon by this account or its confirmed mailbox, those of deleted accounts included, and whether it has
 * paid with a coupon for new customers: the orders of a deleted account name no mailbox any more; its marks do.
 */
export const usesBy = ([uses]: readonly Row[], [first]: readonly Row[]) => ({
  uses: uses?.uses ?? 0,
  hadFirstOrder: (first?.uses ?? 0) > 0,
})
