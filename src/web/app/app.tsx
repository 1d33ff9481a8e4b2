import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { TooltipProvider } from '../ui/tooltip.tsx'
import { LiveProvider } from './live/live-provider.tsx'

/**
 * What surrounds the router, the same in the browser and on the server; `children` is a RouterProvider or a
 * StaticRouterProvider.
 */
export function App({ queryClient, children }: { queryClient: QueryClient; children: ReactNode }) {
  return (
    <QueryClientProvider client={queryClient}>
      <TooltipProvider>
        <LiveProvider>{children}</LiveProvider>
      </TooltipProvider>
    </QueryClientProvider>
  )
}
