import type { RouteObject } from 'react-router'
import { LeavingGuard } from './leaving-guard.tsx'
import NotFoundPage from './not-found-page.tsx'
import type { MetaSource } from './page-meta.ts'
import { pageMetas } from './page-metas.ts'
import { lazyPage, type PagePath, pages } from './pages.ts'
import { RequireAdmin } from './require-admin.tsx'
import { RequireUser } from './require-user.tsx'
import { RouteError } from './route-error.tsx'
import { Shell } from './shell.tsx'

export type RouteHandle = { meta: MetaSource }

const page = (path: PagePath): RouteObject => ({
  path,
  lazy: lazyPage(pages[path]),
  handle: { meta: pageMetas[path] } satisfies RouteHandle,
})

const nothingAt = (path: string): RouteObject => ({
  path,
  Component: NotFoundPage,
  handle: { meta: { title: '404 Page Not Found' } } satisfies RouteHandle,
})

/**
 * The whole site. Pages stand inside the shell; what breaks in a page leaves the shell standing. `missing`: the server
 * says that there is nothing at this path, although it looks like a page's.
 */
export const routesWithout = (missing?: string): RouteObject[] => [
  // Inline, so that a build drops the page along with the branch.
  ...(import.meta.env.DEV
    ? [
        {
          path: '/ui',
          lazy: lazyPage(() => import('../ui/gallery-page.tsx')),
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
        // Shown only where the first page's code had to be asked for twice.
        HydrateFallback: () => null,
        children: [
          page('/'),
          page('/auth'),
          page('/pricing'),
          page('/products'),
          page('/products/:slug'),
          page('/changelog'),
          page('/terms'),
          page('/privacy'),
          page('/refund-policy'),
          page('/licence'),
          page('/about'),
          page('/forgot-password'),
          page('/reset-password'),
          page('/verify-email'),
          page('/unsubscribe'),
          page('/newsletter'),
          page('/secure-portal/management-access'),
          page('/emergency-recovery/2'),
          {
            Component: LeavingGuard,
            children: [page('/checkout'), page('/coinbase-checkout')],
          },
          page('/success'),
          page('/payment/success'),
          page('/cancel'),
          page('/payment/cancel'),
          { Component: RequireUser, children: [page('/dashboard')] },
          {
            Component: RequireAdmin,
            children: [
              page('/secure-management/admin-dashboard'),
              page('/secure-management/recovery'),
              page('/test-email'),
              page('/test-coupon'),
            ],
          },
          nothingAt('*'),
          ...(missing ? [nothingAt(missing)] : []),
        ],
      },
    ],
  },
]
