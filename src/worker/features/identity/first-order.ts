import type { Write } from '../../db/client.ts'
import type { IdentityDeps } from './count-coupon-uses.ts'
import { FIRST_ORDER_OFFER } from './marks-rules.ts'
import { marksOf } from './person-marks.ts'
import { countUses, findAccountPerson } from './store.ts'
import { claimUses } from './writes.ts'

const marksOfAccount = async ({ db, config }: IdentityDeps, userId: number | null) =>
  marksOf(config, await findAccountPerson(db, userId))

/**
 * Whether this account or its confirmed mailbox has paid with a coupon for new customers. The orders of a deleted account
 * name no mailbox any more; its marks do.
 */
export const hadFirstOrder = async (deps: IdentityDeps, userId: number): Promise<boolean> =>
  (await countUses(deps.db, FIRST_ORDER_OFFER, await marksOfAccount(deps, userId))) > 0

/** The writes that record it. They stay after a refund, as a refunded order makes its buyer a customer. */
export const claimFirstOrder = async (
  deps: IdentityDeps,
  { userId, paymentId }: { userId: number | null; paymentId: number },
  now: number,
): Promise<Write[]> => {
  const marks = await marksOfAccount(deps, userId)
  return claimUses(deps.db, { offer: FIRST_ORDER_OFFER, marks, limit: null, paymentId }, now)
}
