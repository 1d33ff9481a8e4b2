import './styles/app.css'
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { App } from './app/app.tsx'
import { fillQueries, readPageState } from './app/page-state.ts'
import { queryClient } from './app/query-client.ts'
import { startRouter } from './app/router.tsx'
import { confirmIdentity } from './features/factors/step-up.ts'
import { onReauthenticate } from './lib/api.ts'
import { watchFetching } from './lib/lazy-code.ts'
import { adoptReaderPlace } from './lib/use-reader-place.ts'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')

onReauthenticate(confirmIdentity)
watchFetching(() => queryClient.isFetching() > 0)
const state = readPageState()
fillQueries(queryClient, state)
// A private page’s document has only a preview, because the server does not know the visitor.
const isRendered = root.firstElementChild !== null && !state.preview
const router = await startRouter(isRendered, state.missing)
const app = (
  <StrictMode>
    <App queryClient={queryClient}>
      <RouterProvider router={router} />
    </App>
  </StrictMode>
)

if (isRendered) hydrateRoot(root, app)
else {
  adoptReaderPlace()
  createRoot(root).render(app)
}
