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
import { adoptReaderPlace } from './lib/use-reader-place.ts'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')

onReauthenticate(confirmIdentity)
const state = readPageState()
fillQueries(queryClient, state)
const router = await startRouter(Boolean(root.firstElementChild), state.missing)
const app = (
  <StrictMode>
    <App queryClient={queryClient}>
      <RouterProvider router={router} />
    </App>
  </StrictMode>
)

// Only a public page has server-rendered elements. All other pages are an empty shell and are rendered from scratch.
if (root.firstElementChild) hydrateRoot(root, app)
else {
  adoptReaderPlace()
  createRoot(root).render(app)
}
