import { queryOptions } from '@tanstack/react-query'
import type { Product } from '../../../worker/features/catalogue/contract.ts'
import { apiFetch, bodyOf } from '../../app/api.ts'

export type LatestRelease = {
  product: Pick<Product, 'id' | 'slug' | 'name'>
  version: string
  publishedAt: string
  /** Plain text. */
  changelog: string
}

export const LATEST_SHOWN = 3

/** The newest releases of the whole shop. Its own key: the changelog keeps its pages under the path alone. */
export const latestReleasesQuery = () =>
  queryOptions({
    queryKey: ['/api/releases', 'latest'],
    queryFn: async () => {
      const { data } = await bodyOf<{ data: LatestRelease[] }>(
        await apiFetch(`/api/releases?limit=${LATEST_SHOWN}`),
      )
      return data.slice(0, LATEST_SHOWN)
    },
  })
