import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query'

/**
 * A query that is invalidated during its first fetch is fetched again after it: that answer may have been read before the
 * change. TanStack Query cancels and repeats a fetch only where the query has data already.
 */
class FreshQueryClient extends QueryClient {
  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const firstFetches = this.getQueryCache()
      .findAll({ ...filters, fetchStatus: 'fetching' })
      .filter(({ state }) => state.data === undefined)
    const again = firstFetches.map(({ promise, queryKey }) =>
      promise?.then(
        () => super.invalidateQueries({ ...filters, queryKey, exact: true }, options),
        () => undefined,
      ),
    )
    await Promise.all([super.invalidateQueries(filters, options), ...again])
  }
}

/**
 * The specification's defaults: never stale, no retry, no refetch of its own. Live messages say when to reload. Without
 * a network a call fails at once, instead of waiting unseen and firing later by itself.
 */
export const createQueryClient = () =>
  new FreshQueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })

/** The browser's one client. */
export const queryClient = createQueryClient()
