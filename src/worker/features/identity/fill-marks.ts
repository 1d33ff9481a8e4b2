import { sql } from 'drizzle-orm'
import { DAY } from '#shared/core/time.ts'
import { commit } from '../../db/client.ts'
import type { IdentityDeps } from './count-coupon-uses.ts'
import { couponOffer } from './marks-rules.ts'
import { marksOf } from './person-marks.ts'
import { claimUses, noteMarked } from './writes.ts'

/** Marks are deleted this long after the use. */
export const USES_KEPT_MS = 730 * DAY

const PER_BATCH = 25
const MOST_PER_RUN = 500

/**
 * Stores the marks of paid coupon uses that have none: those from before there were marks. Their cards are not known. A
 * later run continues where this one stops.
 */
export async function fillMarks({ db, config }: IdentityDeps, now: number): Promise<void> {
  for (let filled = 0; filled < MOST_PER_RUN; filled += PER_BATCH) {
    const found = await db.all<{
      payment_id: number
      coupon_id: number
      user_id: number | null
      mailbox: string | null
      applied_at: number
    }>(sql`select u.payment_id, u.coupon_id, x.id as user_id, u.applied_at,
        case when x.email_verified_at is not null then x.email_identity end as mailbox
      from coupon_usages u left join users x on x.id = u.user_id and x.deleted_at is null
      where u.state = 'redeemed' and u.is_marked = 0 and u.payment_id is not null
      limit ${PER_BATCH}`)
    if (found.length === 0) return
    const writes = await Promise.all(
      found.map(async (use) => {
        const isOld = use.applied_at < now - USES_KEPT_MS
        const marks = isOld ? [] : await marksOf(config, { userId: use.user_id, mailbox: use.mailbox })
        const claim = { offer: couponOffer(use.coupon_id), marks, limit: null, paymentId: use.payment_id }
        return [...claimUses(db, claim, use.applied_at), noteMarked(db, use.payment_id)]
      }),
    )
    await commit(db, writes.flat())
  }
}
