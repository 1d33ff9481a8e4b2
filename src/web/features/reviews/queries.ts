import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { ReviewForm } from '#shared/reviews/contract.ts'
import type {
  ownReviewRoutes,
  productReviewRoutes,
  reviewRoutes,
} from '../../../worker/features/reviews/routes.ts'
import { apiFetch, bodyOf } from '../../lib/api.ts'

const products = hc<typeof productReviewRoutes>('/api/products', { fetch: apiFetch })
const reviews = hc<typeof reviewRoutes>('/api/reviews', { fetch: apiFetch })
const own = hc<typeof ownReviewRoutes>('/api/user/reviews', { fetch: apiFetch })

const param = (id: number) => ({ param: { id: String(id) } })

/** The published reviews of a product, newest first, page by page, with their number and average. */
export const reviewsQuery = (slug: string) =>
  infiniteQueryOptions({
    queryKey: ['/api/products', slug, 'reviews'],
    queryFn: async ({ pageParam }) =>
      bodyOf(
        await products[':id'].reviews.$get({
          param: { id: slug },
          query: { cursor: pageParam ?? undefined },
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })

/** The newest published reviews of all products. */
export const latestReviewsQuery = () =>
  queryOptions({
    queryKey: ['/api/reviews', 'latest'],
    queryFn: async () => (await bodyOf(await reviews.latest.$get())).data,
  })

const OWN_REVIEW = '/api/user/reviews'

/** The account's own review of a product, and whether it may write one. */
export const ownReviewQuery = (productId: number) =>
  queryOptions({
    queryKey: [OWN_REVIEW, productId],
    // A download or a decision changes it.
    staleTime: 0,
    queryFn: async () => (await bodyOf(await own[':id'].$get(param(productId)))).data,
  })

export const sendReview = async (productId: number, form: ReviewForm) =>
  bodyOf(await own[':id'].$put({ ...param(productId), json: form }))

export const withdrawReview = async (productId: number) => bodyOf(await own[':id'].$delete(param(productId)))
