import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { LiveProvider } from './live/live-provider.tsx'

/**
 * What surrounds the router, the same in the browser and on the server; `children` is a RouterProvider or a
 * StaticRouterProvider.
 */
export function App({ queryClient, children }: { queryClient: QueryClient; children: ReactNode }) {
  // A moment later: what says "hydrated" (a submit button, say) says it in the render after the first.
  useEffect(() => void setTimeout(() => window.repeatEarlyDeeds?.()), [])
  return (
    <QueryClientProvider client={queryClient}>
      <LiveProvider>{children}</LiveProvider>
    </QueryClientProvider>
  )
}
