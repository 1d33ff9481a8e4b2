import type { ComponentType } from 'react'
import { matchPath } from 'react-router'
import { loadCode } from './missing-code.ts'

type PageModule = { default: ComponentType }

/** Pages that the server renders too (src/worker/pages/public-pages.ts); each import is a chunk of its own. */
const publicPages = {
  '/': () => import('../features/landing/landing-page.tsx'),
  '/pricing': () => import('../features/landing/pricing-page.tsx'),
  '/products': () => import('../features/catalogue/products-page.tsx'),
  '/products/:slug': () => import('../features/catalogue/product-page.tsx'),
  '/changelog': () => import('../features/catalogue/changelog-page.tsx'),
  '/terms': () => import('../features/legal/terms-page.tsx'),
  '/privacy': () => import('../features/legal/privacy-page.tsx'),
  '/refund-policy': () => import('../features/legal/refund-policy-page.tsx'),
  '/licence': () => import('../features/legal/licence-page.tsx'),
  '/about': () => import('../features/legal/about-page.tsx'),
  '/auth': () => import('../features/accounts/auth-page.tsx'),
  '/forgot-password': () => import('../features/accounts/forgot-password-page.tsx'),
} satisfies Record<string, () => Promise<PageModule>>

const privatePages = {
  '/checkout': () => import('../features/checkout/checkout-page.tsx'),
  '/success': () => import('../features/checkout/success-page.tsx'),
  '/payment/success': () => import('../features/checkout/success-page.tsx'),
  '/cancel': () => import('../features/checkout/cancel-page.tsx'),
  '/payment/cancel': () => import('../features/checkout/cancel-page.tsx'),
  '/dashboard': () => import('../features/dashboard/dashboard-page.tsx'),
  '/reset-password': () => import('../features/accounts/reset-password-page.tsx'),
  '/verify-email': () => import('../features/accounts/verify-email-page.tsx'),
  '/unsubscribe': () => import('../features/contact/unsubscribe-page.tsx'),
  '/newsletter': () => import('../features/contact/newsletter-page.tsx'),
  '/coinbase-checkout': () => import('../features/checkout/coinbase-checkout-page.tsx'),
  '/secure-portal/management-access': () => import('../admin/shell/management-access-page.tsx'),
  '/secure-management/admin-dashboard': () => import('../admin/shell/admin-dashboard-page.tsx'),
  '/secure-management/recovery': () => import('../admin/recovery/recovery-page.tsx'),
  '/emergency-recovery/2': () => import('../features/emergency/emergency-page.tsx'),
  '/test-email': () => import('../admin/mails/test-email-page.tsx'),
  '/test-coupon': () => import('../admin/mails/test-coupon-page.tsx'),
} satisfies Record<string, () => Promise<PageModule>>

/** Every page of the shop by its path. The server's build does not carry what it never renders. */
export const pages = (
  import.meta.env.SSR ? publicPages : { ...publicPages, ...privatePages }
) as typeof publicPages & typeof privatePages

export type PagePath = keyof typeof pages

/** Fetches a page's code ahead, on hover or focus of a link to it. A failure waits for the real visit to say so. */
export function preloadPage(to: string): void {
  const path = to.replace(/[?#].*$/, '') || '/'
  const known = (Object.keys(pages) as PagePath[]).find((pattern) => matchPath(pattern, path))
  if (known) pages[known]().catch(() => undefined)
}

/** For a route's `lazy`; a failure is a MissingCode. */
export const lazyPage = (load: () => Promise<PageModule>) => async () => ({
  Component: (await loadCode(load)).default,
})
