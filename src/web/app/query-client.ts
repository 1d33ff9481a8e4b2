import { QueryClient } from '@tanstack/react-query'

/** The specification's defaults: never stale, no retry, no refetch of its own. Live messages say when to reload. */
export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
      },
      mutations: { retry: false },
    },
  })

/** The browser's one client. */
export const queryClient = createQueryClient()
