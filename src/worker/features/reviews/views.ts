import { toIso, toIsoOrNull } from '#shared/core/time.ts'
import type { LatestReview, ManagedReview, OwnReview, Review } from '#shared/reviews/contract.ts'
import { visibleLine, visibleText } from '../../core/visible-text.ts'
import type { reviews } from '../../db/schema/reviews.ts'
import type { ReviewManaged, ShownReview } from './store.ts'

type Shown = Omit<ShownReview, 'slug' | 'productName'>

/** Names and texts are shown without invisible characters. */
export const toReview = (row: Shown): Review => ({
  id: row.id,
  rating: row.rating,
  text: visibleText(row.text),
  author: visibleLine(row.author),
  publishedAt: toIso(row.createdAt),
  answer: row.answer === null ? null : visibleText(row.answer),
  answeredAt: toIsoOrNull(row.answeredAt),
})

export function toLatest({ slug, productName, ...row }: ShownReview): LatestReview {
  const { answer: _, answeredAt: __, ...review } = toReview(row)
  return { ...review, product: { slug, name: productName } }
}

export const toOwnReview = (row: typeof reviews.$inferSelect): NonNullable<OwnReview['review']> => ({
  rating: row.rating,
  text: row.text,
  displayName: row.displayName,
  state: row.state,
  reason: row.state === 'rejected' ? row.reason : null,
  answer: row.answer,
  updatedAt: toIso(row.submittedAt),
})

export const toManaged = (row: ReviewManaged): ManagedReview => ({
  ...toReview({ ...row, author: row.displayName, createdAt: row.publishedAt ?? row.createdAt }),
  state: row.state,
  revision: row.revision,
  reason: row.reason,
  product: { id: row.productId, slug: row.slug, name: row.productName },
  userId: row.userId,
  username: row.username,
  submittedAt: toIso(row.createdAt),
  isShown: row.isShown,
})
