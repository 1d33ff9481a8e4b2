import type { RouteObject } from 'react-router'
import { BRAND } from '../ui/brand.ts'
import { LeavingGuard } from './leaving-guard.tsx'
import NotFoundPage from './not-found-page.tsx'
import { lazyPage, type PagePath, pages } from './pages.ts'
import { RequireAdmin } from './require-admin.tsx'
import { RequireUser } from './require-user.tsx'
import { RouteError } from './route-error.tsx'
import { Shell } from './shell.tsx'

/** The part of the document title before the shop's name. */
export type RouteHandle = { title: string }

const page = (path: PagePath, title: string): RouteObject => ({
  path,
  lazy: lazyPage(pages[path]),
  handle: { title } satisfies RouteHandle,
})

/** The whole site. Pages stand inside the shell; what breaks in a page leaves the shell standing. */
export const routes: RouteObject[] = [
  // Inline, so that a build drops the page along with the branch.
  ...(import.meta.env.DEV ? [{ path: '/ui', lazy: lazyPage(() => import('../ui/gallery-page.tsx')) }] : []),
  {
    Component: Shell,
    ErrorBoundary: RouteError,
    children: [
      {
        ErrorBoundary: RouteError,
        // Shown only where the first page's code had to be asked for twice.
        HydrateFallback: () => null,
        children: [
          page('/', `${BRAND} – airdrop automation scripts`),
          page('/auth', 'Login or register'),
          page('/pricing', 'Pricing'),
          page('/products', 'Scripts'),
          page('/products/:slug', 'Script'),
          page('/changelog', 'Changelog'),
          page('/terms', 'Terms of service'),
          page('/privacy', 'Privacy'),
          page('/refund-policy', 'Refund policy'),
          page('/licence', 'Licence terms'),
          page('/about', 'About'),
          page('/forgot-password', 'Forgot password'),
          page('/reset-password', 'Reset password'),
          page('/verify-email', 'Confirm your email'),
          page('/unsubscribe', 'Email preferences'),
          page('/newsletter', 'Newsletter'),
          page('/secure-portal/management-access', 'Management access'),
          {
            Component: LeavingGuard,
            children: [page('/checkout', 'Checkout'), page('/coinbase-checkout', 'Crypto checkout')],
          },
          page('/success', 'Payment'),
          page('/payment/success', 'Payment'),
          page('/cancel', 'Payment cancelled'),
          page('/payment/cancel', 'Payment cancelled'),
          { Component: RequireUser, children: [page('/dashboard', 'Dashboard')] },
          {
            Component: RequireAdmin,
            children: [
              page('/secure-management/admin-dashboard', 'Admin'),
              page('/test-email', 'Test email'),
              page('/test-coupon', 'Test coupon'),
            ],
          },
          {
            path: '*',
            Component: NotFoundPage,
            handle: { title: '404 Page Not Found' } satisfies RouteHandle,
          },
        ],
      },
    ],
  },
]
