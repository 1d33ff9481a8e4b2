import { StrictMode } from 'react'
import { prerender } from 'react-dom/static'
import { pageAt } from '#shared/pages/page-at.ts'
import type { RenderPage } from '#shared/pages/page-rendering.ts'
import { App } from './app/app.tsx'
import { fillQueries, type PageState } from './app/page-state.ts'
import { pageFinder } from './app/pages.tsx'
import { createQueryClient } from './app/query-client.ts'
import { Site } from './app/site.tsx'
import { metaOf, type PageView } from './lib/page-meta.ts'
import type { Location } from './lib/router/location.ts'
import { RouterContexts } from './lib/router/router-provider.tsx'
import { jsonForScript, pageHead } from './page-head.ts'
import { jsonLdOf } from './pages-json-ld.ts'

/** Renders a public page exactly as the browser's first render. The Worker imports it by 'virtual:page-renderer'. */
export const renderPage: RenderPage = async ({ path, search, origin, data, missing, listed, preview }) => {
  const state: PageState = missing
    ? { data: [], origin, missing: path }
    : { data, origin, ...(preview && { preview }) }
  const client = createQueryClient()
  fillQueries(client, state)
  const found = pageFinder(state.missing)(path)
  await found.page.load()
  const location: Location = { pathname: path, search, hash: '', key: 'default', state: null }
  const failures: unknown[] = []
  const { prelude } = await prerender(
    <StrictMode>
      <App queryClient={client}>
        <RouterContexts view={{ ...found, location, type: 'POP', scroll: 'stay' }}>
          <Site />
        </RouterContexts>
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
  const view: PageView = {
    params: found.params,
    query: new URLSearchParams(),
    read: (key) => client.getQueryData(key),
  }
  const pattern = (missing ? null : pageAt(path)?.pattern) ?? '*'
  const head = pageHead({
    meta: metaOf(found.page.meta, view),
    path,
    origin,
    isProduct: pattern === '/products/:slug',
    isListed: listed,
    jsonLd: jsonLdOf(pattern, { ...view, origin }),
  })
  return { head, body: await new Response(prelude).text(), state: jsonForScript(state) }
}
