import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router'
import { App } from './app/app.tsx'
import { createQueryClient } from './app/query-client.ts'
import { routes } from './app/routes.tsx'

/** The markup of the public page at `path`, as the browser's first render makes it again. Runs in Node, at build time. */
export async function renderPage(path: string): Promise<string> {
  const { query, dataRoutes } = createStaticHandler(routes)
  const context = await query(new Request(new URL(path, 'http://prerender.invalid')))
  if (context instanceof Response || context.errors) throw new Error(`${path} cannot be prerendered`)
  return renderToString(
    <StrictMode>
      <App queryClient={createQueryClient()}>
        <StaticRouterProvider
          router={createStaticRouter(dataRoutes, context)}
          context={context}
          hydrate={false}
        />
      </App>
    </StrictMode>,
  )
}
