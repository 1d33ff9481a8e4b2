import type { RouteObject } from 'react-router'
import {
  PAGE_PATHS,
  PAGES,
  type PageEntry,
  type PagePath,
  type PrivateEntry,
} from '#shared/pages/page-table.ts'
import { LazyCode } from '../lib/lazy-code.ts'
import NotFoundPage from './not-found-page.tsx'
import { lazyPage, lazyRoute } from './page-code.ts'
import { metaSourceOf } from './page-metas.ts'
import { RouteError } from './route-error.tsx'
import type { RouteHandle } from './route-handle.ts'
import { Shell } from './shell/shell.tsx'

const page = (path: PagePath): RouteObject => ({
  path,
  lazy: lazyPage(path),
  handle: { meta: metaSourceOf(path) } satisfies RouteHandle,
})

// Not in the code of public pages. scripts/page-shell.ts preloads these files with the pages behind them.
const guards = {
  self: lazyRoute(new LazyCode(() => import('./guards/leaving-guard.tsx'))),
  user: lazyRoute(new LazyCode(() => import('./guards/require-user.tsx'))),
  admin: lazyRoute(new LazyCode(() => import('./guards/require-admin.tsx'))),
}

const guardOf = (page: PageEntry) => (page.public ? undefined : page.guard)

const pagesBehind = (guard: PrivateEntry['guard']): RouteObject[] =>
  PAGE_PATHS.filter((path) => guardOf(PAGES[path]) === guard).map(page)

const nothingAt = (path: string): RouteObject => ({
  path,
  Component: NotFoundPage,
  handle: { meta: { title: '404 Page Not Found' } } satisfies RouteHandle,
})

/**
 * All routes of the site. Pages are inside the shell, so an error in a page leaves the shell intact. `missing`: a path
 * that matches a page's pattern, but for which the server has no content.
 */
export const routesWithout = (missing?: string): RouteObject[] => [
  // Inline, so that a production build drops the page together with the branch.
  ...(import.meta.env.DEV
    ? [
        {
          path: '/ui',
          lazy: async () => ({ Component: (await import('../ui/gallery/gallery-page.tsx')).default }),
          handle: { meta: { title: 'Components' } },
        },
      ]
    : []),
  {
    Component: Shell,
    ErrorBoundary: RouteError,
    children: [
      {
        ErrorBoundary: RouteError,
        // Shown only if the first page's code failed to load at first.
        HydrateFallback: () => null,
        children: [
          ...pagesBehind(undefined),
          { lazy: guards.self, children: pagesBehind('self') },
          { lazy: guards.user, children: pagesBehind('user') },
          { lazy: guards.admin, children: pagesBehind('admin') },
          nothingAt('*'),
          ...(missing ? [nothingAt(missing)] : []),
        ],
      },
    ],
  },
]
