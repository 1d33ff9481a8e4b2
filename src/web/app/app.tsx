import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { repeatEarlyDeeds } from './early-deeds.ts'
import { LiveProvider } from './live/live-provider.tsx'

/**
 * What surrounds the router, the same in the browser and on the server; `children` is a RouterProvider or a
 * StaticRouterProvider.
 */
export function App({ queryClient, children }: { queryClient: QueryClient; children: ReactNode }) {
  // After what hydration itself still renders: until then a form may be the browser's to judge.
  useEffect(() => {
    const timer = setTimeout(repeatEarlyDeeds)
    return () => clearTimeout(timer)
  }, [])
  return (
    <QueryClientProvider client={queryClient}>
      <LiveProvider>{children}</LiveProvider>
    </QueryClientProvider>
  )
}
