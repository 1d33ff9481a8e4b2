import type { SQL } from 'drizzle-orm'
import type { Write } from '../../db/client.ts'
import type { IdentityDeps } from './count-coupon-uses.ts'
import { findAccountPerson } from './find-person.ts'
import type { Mark } from './marks-rules.ts'
import { marksOf } from './person-marks.ts'
import { countUses } from './store.ts'
import { claimUses, noteMarked } from './writes.ts'

type Use = { offer: string; userId: number | null; card: string | null; paymentId: number }

const ofCard = (deps: IdentityDeps, card: string | null): Promise<Mark[]> =>
  marksOf(deps.config, { userId: null, mailbox: null, card })

/** The live uses of this offer by this card, besides that of the payment itself. */
export const countCardUses = async (deps: IdentityDeps, { offer, card, paymentId }: Omit<Use, 'userId'>) =>
  countUses(deps.db, offer, await ofCard(deps, card), paymentId)

/**
 * The writes that record a use under the account, its confirmed mailbox and the card. The table refuses the batch where
 * the card has had `cardLimit` uses; the limit of account and mailbox is the caller's.
 */
export async function claimUse(
  deps: IdentityDeps,
  { offer, userId, card, paymentId }: Use,
  cardLimit: SQL,
  now: number,
): Promise<Write[]> {
  const person = await marksOf(deps.config, await findAccountPerson(deps.db, userId))
  return [
    ...claimUses(deps.db, { offer, marks: person, limit: null, paymentId }, now),
    ...claimUses(deps.db, { offer, marks: await ofCard(deps, card), limit: cardLimit, paymentId }, now),
    noteMarked(deps.db, paymentId),
  ]
}
