import './styles/app.css'
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { App } from './app/app.tsx'
import { queryClient } from './app/query-client.ts'
import { startRouter } from './app/router.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')

const router = await startRouter()
const app = (
  <StrictMode>
    <App queryClient={queryClient}>
      <RouterProvider router={router} />
    </App>
  </StrictMode>
)

// Only a prerendered page has elements here; the empty shell of all others is rendered from scratch.
if (root.firstElementChild) hydrateRoot(root, app)
else createRoot(root).render(app)
