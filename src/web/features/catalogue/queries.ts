import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { Product } from '#shared/catalogue/contract.ts'
import { isForSale } from '#shared/catalogue/rules.ts'
import { besideProduct, offersOf, waitingProductOf } from '#shared/catalogue/shown-rules.ts'
import type { releaseRoutes } from '../../../worker/features/catalogue/release-routes.ts'
import type { catalogueRoutes } from '../../../worker/features/catalogue/routes.ts'
import type { compareRoutes } from '../../../worker/features/downloads/routes.ts'
import { allPages } from '../../lib/all-pages.ts'
import { apiFetch, bodyOf } from '../../lib/api.ts'

const client = hc<typeof catalogueRoutes>('/api/products', { fetch: apiFetch })
const comparisons = hc<typeof compareRoutes>('/api/products', { fetch: apiFetch })
const releases = hc<typeof releaseRoutes>('/api/releases', { fetch: apiFetch })

export const productsQuery = () =>
  queryOptions({
    queryKey: ['/api/products'],
    queryFn: () =>
      allPages(async (cursor) => bodyOf(await client.index.$get({ query: { limit: '100', cursor } }))),
  })

/** The plans and the scripts that the landing page features. */
export const offersQuery = () =>
  queryOptions({
    queryKey: ['/api/products', 'all', 'offers'],
    queryFn: async ({ client: queries }) => offersOf(await queries.fetchQuery(productsQuery())),
  })

/** The plans and the related scripts that a product's page shows. */
export const besideQuery = (slug: string) =>
  queryOptions({
    queryKey: ['/api/products', slug, 'beside'],
    queryFn: async ({ client: queries }) => besideProduct(await queries.fetchQuery(productsQuery()), slug),
  })

const forSale = (products: Product[]) => products.filter(isForSale)

/** The products that can be bought. One without a file is on its own page and in its owners' dashboard only. */
export const productsForSaleQuery = () => queryOptions({ ...productsQuery(), select: forSale })

export const productQuery = (idOrSlug: number | string) =>
  queryOptions({
    queryKey: ['/api/products', String(idOrSlug)],
    queryFn: async () => (await bodyOf(await client[':id'].$get({ param: { id: String(idOrSlug) } }))).data,
  })

/**
 * The price (USD) of a product on its own page, or at the login, where this tab has shown one of these; else undefined. Its
 * page knows it by its slug: what is known by the id may have been fetched for the checkout.
 */
export function shownPriceOf(queries: QueryClient, id: string): number | undefined {
  const known = queries
    .getQueriesData<Partial<Product>>({ queryKey: productsQuery().queryKey })
    .filter(([, data]) => String(data?.id) === id && data?.price !== undefined)
  const [, shown] = known.find(([[, by]]) => by !== id) ?? known[0] ?? []
  return shown?.price
}

export const fetchReleases = async (query: { limit: string; cursor?: string | undefined }) =>
  bodyOf(await releases.index.$get({ query }))

/** What the login names of a product. Fetches the whole product, which the checkout shows. */
export const waitingProductQuery = (id: string) =>
  queryOptions({
    queryKey: ['/api/products', id, 'waiting'],
    queryFn: async ({ client: queries }) =>
      waitingProductOf(await queries.fetchQuery({ ...productQuery(id), staleTime: 0 })),
    staleTime: 0,
  })

/** The releases of all products, newest first, page by page. */
export const releasesQuery = () =>
  infiniteQueryOptions({
    queryKey: ['/api/releases'],
    queryFn: ({ pageParam }) => fetchReleases({ limit: '20', cursor: pageParam ?? undefined }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })

/** The whole scan of a product's current release. */
export const scanReportQuery = (id: number) =>
  queryOptions({
    queryKey: ['/api/products', String(id), 'scan'],
    queryFn: async () => (await bodyOf(await client[':id'].scan.$get({ param: { id: String(id) } }))).data,
  })

/** Two versions of a product, for people who own it and for admins. */
export const comparisonQuery = (id: number, from: string, to: string) =>
  queryOptions({
    queryKey: ['/api/products', String(id), 'compare', from, to],
    queryFn: async () =>
      (
        await bodyOf(
          await comparisons[':id'].compare.$get({ param: { id: String(id) }, query: { from, to } }),
        )
      ).data,
  })
