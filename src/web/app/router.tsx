import { createBrowserRouter, matchRoutes, type RouteObject } from 'react-router'
import { routesWithout } from './routes.tsx'

/**
 * The browser's router, ready to render. The first page's code is loaded before, so that server-rendered markup is
 * hydrated unchanged and nothing flashes. A page that is already visible (`isInSight`) keeps its scroll position: the
 * router treats it as loaded, and the browser has already scrolled after fragments, reloads and returns.
 */
export async function startRouter(isInSight: boolean, missing?: string) {
  const routes = routesWithout(missing)
  const load = async ({ route }: { route: RouteObject }) => {
    if (typeof route.lazy !== 'function') return
    try {
      Object.assign(route, await route.lazy(), { lazy: undefined })
    } catch {
      // The router imports the code again and shows the failure instead of the page.
    }
  }
  await Promise.all((matchRoutes(routes, window.location) ?? []).map(load))
  return createBrowserRouter(routes, isInSight ? { hydrationData: { loaderData: {} } } : {})
}
