import './styles/app.css'
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { fillQueries, readPageState } from './app/page-state.ts'
import { pageFinder } from './app/pages.tsx'
import { queryClient } from './app/query-client.ts'
import { Site } from './app/site.tsx'
import { confirmIdentity } from './features/factors/step-up.ts'
import { onReauthenticate } from './lib/api.ts'
import { watchFetching } from './lib/lazy-code.ts'
import { BrowserRouter } from './lib/router/browser-router.ts'
import { RouterProvider } from './lib/router/router-provider.tsx'
import { adoptReaderPlace } from './lib/use-reader-place.ts'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')
// The built document has them in its inline script.
if (import.meta.env.DEV) (await import('./app/page-controls.ts')).listenToControls()

onReauthenticate(confirmIdentity)
watchFetching(() => queryClient.isFetching() > 0)
const state = readPageState()
fillQueries(queryClient, state)
// A private page’s document has only a preview, because the server does not know the visitor.
const isRendered = root.firstElementChild !== null && !state.preview
// The first page’s code is loaded before, so that server-rendered markup is hydrated unchanged and nothing flashes.
const router = await BrowserRouter.start(pageFinder(state.missing), isRendered)
const app = (
  <StrictMode>
    <App queryClient={queryClient}>
      <RouterProvider router={router}>
        <Site />
      </RouterProvider>
    </App>
  </StrictMode>
)

// In slices, so that a touch or key meanwhile is painted at once.
if (isRendered && !router.state.view.error) startTransition(() => void hydrateRoot(root, app))
else {
  adoptReaderPlace()
  createRoot(root).render(app)
}
