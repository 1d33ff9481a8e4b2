import { sql } from 'drizzle-orm'
import type { Trial } from '#shared/payments/contract.ts'
import type { Write } from '../../db/client.ts'
import type { IdentityDeps } from './count-coupon-uses.ts'
import { findAccountPerson } from './find-person.ts'
import { type Person, TRIAL_OFFER } from './marks-rules.ts'
import { marksOf } from './person-marks.ts'
import { countUses } from './store.ts'
import { claimUses } from './writes.ts'

/**
 * The trial of this product for an account (`person`: of `selectPerson`); null where the product has none. An account needs a confirmed address,
 * because its mailbox is one of the marks by which a person is recognised.
 */
export async function findTrial(
  { db, config }: IdentityDeps,
  person: Person,
  { isSubscription, trialDays: days }: { isSubscription: boolean; trialDays: number },
): Promise<Trial | null> {
  if (!isSubscription || days === 0) return null
  if ((await countUses(db, TRIAL_OFFER, await marksOf(config, person))) > 0) return { days, refusal: 'used' }
  return { days, refusal: person.mailbox === null ? 'unconfirmed' : null }
}

type Use = { userId: number | null; card: string | null; paymentId: number }

const marksOfUse = async ({ db, config }: IdentityDeps, { userId, card }: Use) =>
  marksOf(config, { ...(await findAccountPerson(db, userId)), card })

/** Whether this account, its confirmed mailbox or this card has had a trial by another payment. */
export const hadTrial = async (deps: IdentityDeps, use: Use): Promise<boolean> =>
  (await countUses(deps.db, TRIAL_OFFER, await marksOfUse(deps, use), use.paymentId)) > 0

/** The writes that record a trial under each mark of its person. The table refuses the batch where any mark has one. */
export const claimTrial = async (deps: IdentityDeps, use: Use, now: number): Promise<Write[]> =>
  claimUses(
    deps.db,
    { offer: TRIAL_OFFER, marks: await marksOfUse(deps, use), limit: sql`1`, paymentId: use.paymentId },
    now,
  )
