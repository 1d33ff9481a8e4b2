import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { LiveProvider } from './live/live-provider.tsx'
import { useHydrated } from './use-hydrated.ts'

/**
 * What surrounds the router, the same in the browser and on the server; `children` is a RouterProvider or a
 * StaticRouterProvider.
 */
export function App({ queryClient, children }: { queryClient: QueryClient; children: ReactNode }) {
  // Not in the first commit: what waits for the browser becomes itself in the second.
  const hydrated = useHydrated()
  useEffect(() => {
    if (hydrated) window.replayEarlyEvents?.()
  }, [hydrated])
  return (
    <QueryClientProvider client={queryClient}>
      <LiveProvider>{children}</LiveProvider>
    </QueryClientProvider>
  )
}
