import { createBrowserRouter, matchRoutes } from 'react-router'
import { routesWithout } from './routes.tsx'

/**
 * The browser's router, ready to render: the code of the page it starts on is loaded first, so that rendered markup
 * can be hydrated unchanged and nothing flashes. A page that is already in sight stays where its reader has scrolled
 * to: the router takes it for done, and the browser itself has seen to fragments, reloads and returns.
 */
export async function startRouter(isInSight: boolean, missing?: string) {
  const routes = routesWithout(missing)
  for (const { route } of matchRoutes(routes, window.location) ?? []) {
    if (typeof route.lazy !== 'function') continue
    try {
      Object.assign(route, await route.lazy(), { lazy: undefined })
    } catch {
      // The router asks once more and shows the failure in the page's place.
    }
  }
  return createBrowserRouter(routes, isInSight ? { hydrationData: { loaderData: {} } } : {})
}
