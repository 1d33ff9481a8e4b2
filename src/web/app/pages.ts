import type { ComponentType } from 'react'
import { loadCode } from './missing-code.ts'

type PageModule = { default: ComponentType }

/** Every page of the shop by its path; each import is a chunk of its own. */
export const pages = {
  '/': () => import('../features/landing/landing-page.tsx'),
  '/auth': () => import('../features/accounts/auth-page.tsx'),
  '/checkout': () => import('../features/checkout/checkout-page.tsx'),
  '/success': () => import('../features/checkout/success-page.tsx'),
  '/payment/success': () => import('../features/checkout/success-page.tsx'),
  '/cancel': () => import('../features/checkout/cancel-page.tsx'),
  '/payment/cancel': () => import('../features/checkout/cancel-page.tsx'),
  '/dashboard': () => import('../features/dashboard/dashboard-page.tsx'),
} satisfies Record<string, () => Promise<PageModule>>

export type PagePath = keyof typeof pages

/** Fetches a page's code ahead, on hover or focus of a link to it. A failure waits for the real visit to say so. */
export function preloadPage(to: string): void {
  const path = to.replace(/[?#].*$/, '') || '/'
  if (path in pages) pages[path as PagePath]().catch(() => undefined)
}

/** For a route's `lazy`; a failure is a MissingCode. */
export const lazyPage = (load: () => Promise<PageModule>) => async () => ({
  Component: (await loadCode(load)).default,
})
