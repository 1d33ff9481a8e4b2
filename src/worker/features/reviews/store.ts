import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { EARNING } from '#shared/referrals/rules.ts'
import type { ReviewState } from '#shared/reviews/contract.ts'
import { LATEST_REVIEWS } from '#shared/reviews/latest-reviews.ts'
import type { AccountBatch } from '../../db/account-batch.ts'
import type { Db } from '../../db/client.ts'
import { ownDownloads } from '../../db/own-downloads.ts'
import { userScripts } from '../../db/schema/access.ts'
import { users } from '../../db/schema/accounts.ts'
import { scripts } from '../../db/schema/catalogue.ts'
import { payments } from '../../db/schema/payments.ts'
import { productRatings, reviews } from '../../db/schema/reviews.ts'
import { before, type Moment } from '../../http/moment-paging.ts'

/** The purchase of the review is still paid. A refund, a dispute or revoked access ends the review's display. */
const isPaid = sql<boolean>`exists (select 1 from user_scripts g join payments p on p.id = g.payment_id
  where g.id = ${reviews.grantId} and g.is_active = 1 and p.amount_cents > 0
    and p.status in (${sql.join(
      EARNING.map((status) => sql`${status}`),
      sql`, `,
    )}))`.mapWith(Boolean)

const isPublished = sql`${reviews.state} = 'published'`

/** The author's chosen name. A closed account is not named. */
const author = sql<string>`case when ${users.deactivatedAt} is null and ${users.deletedAt} is null
  then ${reviews.displayName} else 'A former customer' end`.as('author')

const shown = {
  id: reviews.id,
  rating: reviews.rating,
  text: reviews.text,
  author,
  createdAt: sql<number>`${reviews.publishedAt}`.as('shown_at'),
  answer: reviews.answer,
  answeredAt: reviews.answeredAt,
}

const ofProduct = (product: number | string): SQL =>
  typeof product === 'number'
    ? sql`${reviews.scriptId} = ${product}`
    : sql`${reviews.scriptId} = (select id from scripts where slug = ${product})`

const isKnown = (product: number | string): SQL =>
  and(
    typeof product === 'number' ? eq(scripts.id, product) : eq(scripts.slug, product),
    eq(scripts.isDeleted, false),
  ) as SQL

/** The published reviews of a product, newest first, one more than `limit`, and their number and average. One round trip. */
export async function listPublished(
  db: Db,
  product: number | string,
  page: { limit: number; cursor?: Moment | undefined },
) {
  const which = and(ofProduct(product), isPublished, isPaid)
  const [[known], rows, [summary]] = await db.batch([
    db.select({ id: scripts.id }).from(scripts).where(isKnown(product)).limit(1),
    db
      .select(shown)
      .from(reviews)
      .innerJoin(users, eq(users.id, reviews.userId))
      .where(and(which, before(reviews.publishedAt, reviews.id, page.cursor)))
      .orderBy(desc(reviews.publishedAt), desc(reviews.id))
      .limit(page.limit + 1),
    db
      .select({ count: productRatings.count, stars: productRatings.stars })
      .from(productRatings)
      .innerJoin(scripts, eq(scripts.id, productRatings.scriptId))
      .where(isKnown(product)),
  ])
  if (!known) return null
  const { count, stars } = summary ?? { count: 0, stars: 0 }
  return { rows, count, average: count > 0 ? stars / count : null }
}

/** The newest published reviews of products that are for sale, whatever their rating. */
export const listLatest = (db: Db) =>
  db
    .select({ ...shown, slug: scripts.slug, productName: sql<string>`${scripts.name}`.as('product_name') })
    .from(reviews)
    .innerJoin(users, eq(users.id, reviews.userId))
    .innerJoin(scripts, eq(scripts.id, reviews.scriptId))
    .where(and(isPublished, isPaid, eq(scripts.isDeleted, false)))
    .orderBy(desc(reviews.publishedAt), desc(reviews.id))
    .limit(LATEST_REVIEWS)

/** The purchases that may give a right to a review, whether a file was downloaded, and the review. One round trip. */
export async function findOwn(db: Db, batch: AccountBatch, productId: number) {
  // The plus excludes the index by product, which has everybody's downloads. A plan is used through any script.
  const where = sql`(+d.script_id = ${productId}
    or exists (select 1 from scripts s where s.id = ${productId} and s.tier <> 'script'))`
  const { results } = await batch(
    (userId) =>
      [
        db
          .select({
            grantId: userScripts.id,
            isActive: userScripts.isActive,
            status: payments.status,
            amountCents: payments.amountCents,
          })
          .from(userScripts)
          .innerJoin(payments, eq(payments.id, userScripts.paymentId))
          .where(and(eq(userScripts.userId, userId), eq(userScripts.scriptId, productId)))
          .orderBy(desc(userScripts.id))
          .limit(20),
        db
          .select({ id: sql<number>`id` })
          .from(sql`${ownDownloads({ userId }, { where, limit: 1 })}`)
          .limit(1),
        db
          .select()
          .from(reviews)
          .where(and(eq(reviews.userId, userId), eq(reviews.scriptId, productId))),
      ] as const,
  )
  const [purchases, [used], [review]] = results
  return { purchases, hasDownloaded: used !== undefined, review: review ?? null }
}

const managed = {
  ...shown,
  createdAt: reviews.submittedAt,
  publishedAt: reviews.publishedAt,
  displayName: reviews.displayName,
  state: reviews.state,
  revision: reviews.revision,
  reason: reviews.reason,
  productId: sql<number>`${scripts.id}`.as('product_id'),
  slug: scripts.slug,
  productName: sql<string>`${scripts.name}`.as('product_name'),
  userId: reviews.userId,
  username: users.username,
  isShown: sql<boolean>`${isPaid}`.mapWith(Boolean).as('is_shown'),
}

/** For the back office, one more than `limit`, by the time of the author's last version, newest first. */
export const listManaged = (
  db: Db,
  { state, limit, cursor }: { state: ReviewState; limit: number; cursor?: Moment | undefined },
) =>
  db
    .select(managed)
    .from(reviews)
    .innerJoin(users, eq(users.id, reviews.userId))
    .innerJoin(scripts, eq(scripts.id, reviews.scriptId))
    .where(and(inArray(reviews.state, [state]), before(reviews.submittedAt, reviews.id, cursor)))
    .orderBy(desc(reviews.submittedAt), desc(reviews.id))
    .limit(limit + 1)

export async function findManaged(db: Db, id: number) {
  const [found] = await db
    .select(managed)
    .from(reviews)
    .innerJoin(users, eq(users.id, reviews.userId))
    .innerJoin(scripts, eq(scripts.id, reviews.scriptId))
    .where(eq(reviews.id, id))
    .limit(1)
  return found
}

export type ShownReview = Awaited<ReturnType<typeof listLatest>>[number]
export type ReviewManaged = Awaited<ReturnType<typeof listManaged>>[number]
