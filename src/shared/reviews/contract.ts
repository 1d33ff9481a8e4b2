import { z } from 'zod'

export const REVIEW_STATES = ['pending', 'published', 'rejected'] as const
export type ReviewState = (typeof REVIEW_STATES)[number]

export const REVIEW_MAX = 2000
/** Reviews in the document of a product's page, and in each further portion. */
export const REVIEWS_PER_PAGE = 10

const MARKS = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} ._'’-]*$/u

/** A review as its author sends it. */
export const reviewFormSchema = z.object({
  rating: z
    .number({ error: 'Choose a rating from 1 to 5' })
    .int('Choose a rating from 1 to 5')
    .min(1, 'Choose a rating from 1 to 5')
    .max(5, 'Choose a rating from 1 to 5'),
  text: z
    .string()
    .trim()
    .min(10, 'Write at least 10 characters')
    .max(REVIEW_MAX, `The review must be at most ${REVIEW_MAX} characters`),
  /** The author's choice: a first name and an initial ("Anna K."), or the username. */
  displayName: z
    .string()
    .trim()
    .min(1, 'Name is required')
    .max(32, 'Use at most 32 characters')
    .regex(MARKS, 'Use letters, digits, spaces, dots, dashes and underscores only'),
})
export type ReviewForm = z.infer<typeof reviewFormSchema>

/** A published review, for everybody. */
export const reviewSchema = z.object({
  id: z.number().int(),
  rating: z.number().int(),
  text: z.string(),
  author: z.string(),
  /** ISO 8601. */
  publishedAt: z.string(),
  /** The shop's answer. */
  answer: z.string().nullable(),
  answeredAt: z.string().nullable(),
})
export type Review = z.infer<typeof reviewSchema>

export const latestReviewSchema = reviewSchema
  .omit({ answer: true, answeredAt: true })
  .extend({ product: z.object({ slug: z.string(), name: z.string() }) })
export type LatestReview = z.infer<typeof latestReviewSchema>

/** Over all published reviews of a product. `average` has one decimal; null without a review. */
export type ReviewSummary = { count: number; average: number | null }

/** Why an account cannot review a product (now). */
export const REVIEW_REFUSALS = ['not-bought', 'not-downloaded', 'refunded'] as const
export type ReviewRefusal = (typeof REVIEW_REFUSALS)[number]

/** An account's own review of a product; null: none. */
export type OwnReview = {
  /** Null: the account may write a review, or change its own. */
  refusal: ReviewRefusal | null
  review:
    | (ReviewForm & {
        state: ReviewState
        /** Why it was not published. */
        reason: string | null
        answer: string | null
        updatedAt: string
      })
    | null
}

/** A review in the back office. Nothing here changes its rating or text. */
export type ManagedReview = Review & {
  state: ReviewState
  /** Changes with every edit by the author: a decision names the text that it is about. */
  revision: number
  reason: string | null
  product: { id: number; slug: string; name: string }
  userId: number
  username: string
  submittedAt: string
  /** False: it is published, but its purchase was refunded or its access revoked, so the shop does not show it. */
  isShown: boolean
}

const revision = z.number().int().min(1)

export const approveReviewSchema = z.object({ revision })

export const rejectReviewSchema = z.object({
  revision,
  /** The author reads it. */
  reason: z.string().trim().min(1, 'Write a reason').max(500, 'The reason must be at most 500 characters'),
})

export const answerReviewSchema = z.object({
  answer: z
    .string()
    .trim()
    .min(1, 'Write an answer')
    .max(REVIEW_MAX, `The answer must be at most ${REVIEW_MAX} characters`),
})
