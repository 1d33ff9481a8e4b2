import { queryOptions } from '@tanstack/react-query'
import { fetchReleases } from '../../catalogue/queries.ts'

export const LATEST_SHOWN = 3

/**
 * The newest releases of the whole shop. Its key differs from the changelog's, whose pages are under the path alone.
 */
export const latestReleasesQuery = () =>
  queryOptions({
    queryKey: ['/api/releases', 'latest'],
    queryFn: async () => (await fetchReleases({ limit: String(LATEST_SHOWN) })).data,
  })
