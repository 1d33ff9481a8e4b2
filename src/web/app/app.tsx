import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { PreloadContext } from '../lib/preload-context.ts'
import { useHydrated } from '../lib/use-hydrated.ts'
import { useAdoptReaderPlace } from '../lib/use-reader-place.ts'
import { LiveProvider } from './live/live-provider.tsx'
import { preloadPage } from './pages.tsx'

/**
 * The providers around the site, the same in the browser and on the server. `children` is the site in its router.
 */
export function App({ queryClient, children }: { queryClient: QueryClient; children: ReactNode }) {
  // Not in the first commit: browser-only content is rendered in the second commit.
  const hydrated = useHydrated()
  useAdoptReaderPlace()
  useEffect(() => {
    if (hydrated) takeOver()
  }, [hydrated])
  return (
    <QueryClientProvider client={queryClient}>
      <PreloadContext value={preloadPage}>
        <LiveProvider>{children}</LiveProvider>
      </PreloadContext>
    </QueryClientProvider>
  )
}

/** Repeats the events before the app, then marks the document: the app runs the page. */
async function takeOver() {
  // Not in the task that rendered the page.
  await new Promise((resolve) => setTimeout(resolve))
  await window.replayEarlyEvents?.()
  document.documentElement.dataset.app = 'running'
}
