import type { Db } from '../../db/client.ts'
import { couponOffer, type IdentityKeys } from './marks-rules.ts'
import { marksOf } from './person-marks.ts'
import { countUses, findAccountPerson } from './store.ts'

export type IdentityDeps = { db: Db; config: IdentityKeys }

/** The paid uses of a coupon by this account or its confirmed mailbox, those of deleted accounts included. */
export async function countCouponUses(
  { db, config }: IdentityDeps,
  couponId: number,
  userId: number,
): Promise<number> {
  const marks = await marksOf(config, await findAccountPerson(db, userId))
  return countUses(db, couponOffer(couponId), marks)
}
