import type { Write } from '../../db/client.ts'
import type { IdentityDeps } from './count-coupon-uses.ts'
import { findAccountPerson } from './find-person.ts'
import { FIRST_ORDER_OFFER } from './marks-rules.ts'
import { marksOf } from './person-marks.ts'
import { claimUses } from './writes.ts'

const marksOfAccount = async ({ db, config }: IdentityDeps, userId: number | null) =>
  marksOf(config, await findAccountPerson(db, userId))

/** The writes that record a first order with a coupon for new customers. They stay after a refund, as a refunded order makes its buyer a customer. */
export const claimFirstOrder = async (
  deps: IdentityDeps,
  { userId, paymentId }: { userId: number | null; paymentId: number },
  now: number,
): Promise<Write[]> => {
  const marks = await marksOfAccount(deps, userId)
  return claimUses(deps.db, { offer: FIRST_ORDER_OFFER, marks, limit: null, paymentId }, now)
}
