import { and, eq, sql } from 'drizzle-orm'
import type { AuditAction } from '#shared/audit/contract.ts'
import type { ReviewForm, ReviewState } from '#shared/reviews/contract.ts'
import { noteAction } from '../../db/audit.ts'
import type { Db } from '../../db/client.ts'
import { reviews } from '../../db/schema/reviews.ts'

type Submission = ReviewForm & { userId: number; scriptId: number; grantId: number; now: number }

/** The author's new version. It waits for a decision again, and nobody sees an earlier version meanwhile. */
export const putReview = (db: Db, { now, ...review }: Submission) =>
  db
    .insert(reviews)
    .values({ ...review, createdAt: now, submittedAt: now })
    .onConflictDoUpdate({
      target: [reviews.userId, reviews.scriptId],
      set: {
        grantId: review.grantId,
        rating: review.rating,
        text: review.text,
        displayName: review.displayName,
        state: 'pending',
        revision: sql`${reviews.revision} + 1`,
        reason: null,
        publishedAt: null,
        submittedAt: now,
      },
    })

export const deleteReview = (db: Db, userId: number, scriptId: number) =>
  db.delete(reviews).where(and(eq(reviews.userId, userId), eq(reviews.scriptId, scriptId)))

/** For a deleted account. */
export const forgetReviews = (db: Db, userId: number) => db.delete(reviews).where(eq(reviews.userId, userId))

type ByAdmin = { actorId: number; ip: string | null; now: number }
type Decided = { id: number; revision: number; from: readonly ReviewState[] }

/**
 * The audit entry of a decision. The table refuses it, and its batch, where the author has changed or withdrawn the
 * review since it was read, or another admin has decided. It has no text: the author may withdraw it later.
 */
export const noteReview = (
  db: Db,
  { id, revision, from }: Decided,
  { action, after, ...by }: ByAdmin & { action: AuditAction; after: object },
) =>
  noteAction(db, {
    ...by,
    action,
    onlyIf: sql`exists (select 1 from reviews r where r.id = ${id} and r.revision = ${revision}
      and r.state in (${sql.join(
        from.map((state) => sql`${state}`),
        sql`, `,
      )}))`,
    subject: `review:${id}`,
    after,
  })

export const publishReview = (db: Db, id: number, now: number) =>
  db.update(reviews).set({ state: 'published', publishedAt: now, reason: null }).where(eq(reviews.id, id))

export const rejectReview = (db: Db, id: number, reason: string) =>
  db.update(reviews).set({ state: 'rejected', reason, publishedAt: null }).where(eq(reviews.id, id))

export const answerReview = (db: Db, id: number, answer: string, now: number) =>
  db.update(reviews).set({ answer, answeredAt: now }).where(eq(reviews.id, id))
