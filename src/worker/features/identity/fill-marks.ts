import { sql } from 'drizzle-orm'
import { DAY } from '#shared/core/time.ts'
import { commit, type Db, refusedBy, type Write } from '../../db/client.ts'
import type { IdentityDeps } from './count-coupon-uses.ts'
import { couponOffer } from './marks-rules.ts'
import { marksOf } from './person-marks.ts'
import { claimUses, noteMarked } from './writes.ts'

/** Marks are deleted this long after the use. */
export const USES_KEPT_MS = 730 * DAY

const PER_BATCH = 25
const MOST_PER_RUN = 500

type Use = {
  id: number
  payment_id: number
  coupon_id: number
  user_id: number | null
  mailbox: string | null
  applied_at: number
}

/**
 * Stores the marks of paid coupon uses that have none: those from before there were marks. Their cards are not known. A
 * later run continues where this one stops.
 */
export async function fillMarks(deps: IdentityDeps, now: number): Promise<void> {
  const { db } = deps
  let after = 0
  for (let filled = 0; filled < MOST_PER_RUN; filled += PER_BATCH) {
    const found = await db.all<Use>(sql`select u.id, u.payment_id, u.coupon_id, x.id as user_id, u.applied_at,
        case when x.email_verified_at is not null then x.email_identity end as mailbox
      from coupon_usages u left join users x on x.id = u.user_id and x.deleted_at is null
      where u.state = 'redeemed' and u.is_marked = 0 and u.payment_id is not null and u.id > ${after}
      order by u.id limit ${PER_BATCH}`)
    const last = found.at(-1)
    if (!last) return
    after = last.id
    const writes = await Promise.all(found.map((use) => marksOfUse(deps, use, now)))
    try {
      await commit(db, writes.flat())
    } catch (error) {
      if (!refusedBy(error, 'identity_uses')) throw error
      for (const [at, use] of found.entries()) await fillOne(db, use, writes[at] ?? [])
    }
  }
}

async function marksOfUse({ db, config }: IdentityDeps, use: Use, now: number): Promise<Write[]> {
  const isOld = use.applied_at < now - USES_KEPT_MS
  const marks = isOld ? [] : await marksOf(config, { userId: use.user_id, mailbox: use.mailbox })
  const claim = { offer: couponOffer(use.coupon_id), marks, limit: null, paymentId: use.payment_id }
  return [...claimUses(db, claim, use.applied_at), noteMarked(db, use.payment_id)]
}

/** One use of a refused batch. A payment that has marks keeps them; a number that was taken meanwhile waits for the next run. */
async function fillOne(db: Db, use: Use, writes: Write[]): Promise<void> {
  try {
    await commit(db, writes)
  } catch (error) {
    if (refusedBy(error, 'identity_uses', 'payment_id')) await commit(db, [noteMarked(db, use.payment_id)])
    else if (!refusedBy(error, 'identity_uses')) throw error
  }
}
