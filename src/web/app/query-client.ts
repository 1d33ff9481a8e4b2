import { QueryClient } from '@tanstack/react-query'

/**
 * The specification's defaults: never stale, no retry, no refetch of its own. Live messages say when to reload. Without
 * a network a call fails at once, instead of waiting unseen and firing later by itself.
 */
export const createQueryClient = () =>
  new QueryClient({
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
