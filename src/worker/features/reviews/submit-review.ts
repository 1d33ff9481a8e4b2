import { sql } from 'drizzle-orm'
import type { OwnReview, ReviewForm, ReviewRefusal } from '#shared/reviews/contract.ts'
import { Problem } from '../../core/problem.ts'
import { type AccountBatch, batchOf } from '../../db/account-batch.ts'
import { commit, type Db, refusedBy } from '../../db/client.ts'
import { requireThat } from '../../db/refuse-unless.ts'
import { reviewRight } from './rules.ts'
import { findOwn } from './store.ts'
import { toOwnReview } from './views.ts'
import { deleteReview, putReview } from './writes.ts'

const REFUSALS: Record<ReviewRefusal, string> = {
  'not-bought': 'Only buyers can review a product. We found no paid purchase of it in your account.',
  'not-downloaded': 'Download and try it first. Then you can review it.',
  refunded: 'This purchase was refunded or its access has ended, so it can no longer be reviewed.',
}

/** The account's review of a product, and whether it may write one. */
export async function readOwn(db: Db, batch: AccountBatch, productId: number): Promise<OwnReview> {
  const { purchases, hasDownloaded, review } = await findOwn(db, batch, productId)
  const { refusal } = reviewRight(purchases, hasDownloaded)
  return { refusal, review: review && toOwnReview(review) }
}

/**
 * Stores the account's review, or a new version of it, which an admin must approve.
 * @throws Problem 403 no paid purchase that was used
 */
export async function submitReview(
  db: Db,
  userId: number,
  productId: number,
  form: ReviewForm,
  now: number,
): Promise<OwnReview> {
  const { purchases, hasDownloaded } = await findOwn(db, batchOf(db, userId), productId)
  const { grantId, refusal } = reviewRight(purchases, hasDownloaded)
  if (refusal !== null) throw refused(refusal)
  // A refund meanwhile must not leave a new review behind.
  const isActive = sql`exists (select 1 from user_scripts g
    where g.id = ${grantId} and g.user_id = ${userId} and g.is_active = 1)`
  try {
    await commit(db, [
      requireThat(db, userId, isActive),
      putReview(db, { ...form, userId, scriptId: productId, grantId, now }),
    ])
  } catch (error) {
    throw refusedBy(error, 'users', 'reference') ? refused('refunded') : error
  }
  return readOwn(db, batchOf(db, userId), productId)
}

const refused = (refusal: ReviewRefusal) => new Problem(403, REFUSALS[refusal], { data: { code: refusal } })

/** Deletes the review. @throws Problem 404 there is none */
export async function withdrawReview(db: Db, userId: number, productId: number): Promise<void> {
  const { meta } = await deleteReview(db, userId, productId)
  if (meta.changes === 0) throw new Problem(404, 'You have no review of this product.')
}
