import { StrictMode } from 'react'
import { prerender } from 'react-dom/static'
import { createStaticHandler, createStaticRouter, matchRoutes, StaticRouterProvider } from 'react-router'
import type { RenderPage } from '#shared/pages/page-rendering.ts'
import { App } from './app/app.tsx'
import { fillQueries, type PageState } from './app/page-state.ts'
import { createQueryClient } from './app/query-client.ts'
import type { RouteHandle } from './app/route-handle.ts'
import { routesWithout } from './app/routes.tsx'
import { metaOf, type PageView } from './lib/page-meta.ts'
import { jsonForScript, pageHead } from './page-head.ts'
import { jsonLdOf } from './pages-json-ld.ts'

/** Renders a public page exactly as the browser's first render. The Worker imports it by 'virtual:page-renderer'. */
export const renderPage: RenderPage = async ({ path, search, origin, data, missing, listed, preview }) => {
  const state: PageState = missing ? { data: [], missing: path } : { data, ...(preview && { preview }) }
  const client = createQueryClient()
  fillQueries(client, state)
  const routes = routesWithout(state.missing)
  const { query, dataRoutes } = createStaticHandler(routes)
  const context = await query(new Request(new URL(path + search, origin)))
  if (context instanceof Response) throw new Error(`${path} answered ${context.status}`)
  if (context.errors)
    throw new Error(`${path} cannot be rendered`, { cause: Object.values(context.errors)[0] })
  const failures: unknown[] = []
  const { prelude } = await prerender(
    <StrictMode>
      <App queryClient={client}>
        <StaticRouterProvider
          router={createStaticRouter(dataRoutes, context)}
          context={context}
          hydrate={false}
        />
      </App>
    </StrictMode>,
    {
      // A throw in this callback would leave the rendering hanging, so the first failure is thrown below.
      onError: (error) => {
        failures.push(error)
      },
    },
  )
  if (failures.length > 0) throw failures[0]
  const match = matchRoutes(routes, path)?.at(-1)
  const view: PageView = {
    params: match?.params ?? {},
    query: new URLSearchParams(),
    read: (key) => client.getQueryData(key),
  }
  const handle = match?.route.handle as RouteHandle
  const pattern = match?.route.path ?? '*'
  const head = pageHead({
    meta: metaOf(handle.meta, view),
    path,
    origin,
    isProduct: pattern === '/products/:slug',
    isListed: listed,
    jsonLd: jsonLdOf(pattern, { ...view, origin }),
  })
  return { head, body: await new Response(prelude).text(), state: jsonForScript(state) }
}
