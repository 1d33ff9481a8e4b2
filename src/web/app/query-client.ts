import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query'
import { payMethodsQuery } from '../features/payments/queries.ts'

/**
 * A query that is invalidated during its first fetch is fetched again afterwards: the first response may have been read
 * before the change. TanStack Query cancels and repeats a fetch only if the query already has data.
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
 * The specification's defaults: never stale, no retry, no automatic refetch. Live messages trigger refetches. Without a
 * network, a call fails at once, instead of waiting and running later.
 */
export function createQueryClient() {
  const client = new FreshQueryClient({
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
  // Every document has them. A page that is opened by a link much later must not wait for them.
  client.setQueryDefaults(payMethodsQuery().queryKey, { gcTime: Number.POSITIVE_INFINITY })
  return client
}

/** The browser's one client. */
export const queryClient = createQueryClient()
