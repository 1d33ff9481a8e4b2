import { infiniteQueryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { ReviewState } from '#shared/reviews/contract.ts'
import type { reviewManagement } from '../../../worker/features/reviews/manage-routes.ts'
import { apiFetch, bodyOf } from '../../lib/api.ts'
import { listPages } from '../ui/list-pages.ts'

export const REVIEWS = '/api/secure-management/reviews'

const reviews = hc<typeof reviewManagement>(REVIEWS, { fetch: apiFetch })

const param = (id: number) => ({ param: { id: String(id) } })

/** Reviews in one state, newest first. */
export const managedReviewsQuery = (state: ReviewState) =>
  infiniteQueryOptions({
    queryKey: [REVIEWS, { state }],
    staleTime: 0,
    ...listPages,
    queryFn: async ({ pageParam: cursor }) =>
      bodyOf(await reviews.index.$get({ query: { state, limit: '25', cursor } })),
  })

export const approveReview = async ({ id, revision }: { id: number; revision: number }) =>
  bodyOf(await reviews[':id'].approve.$post({ ...param(id), json: { revision } }))

export const rejectReview = async ({ id, ...json }: { id: number; revision: number; reason: string }) =>
  bodyOf(await reviews[':id'].reject.$post({ ...param(id), json }))

export const answerReview = async ({ id, answer }: { id: number; answer: string }) =>
  bodyOf(await reviews[':id'].answer.$post({ ...param(id), json: { answer } }))
