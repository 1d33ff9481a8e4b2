import { readFileSync } from 'node:fs'
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

export const WIDTHS = [390, 768, 1440]
export const THEMES = ['dark', 'light'] as const

/**
 * Every address that a spec checks for soundness, by who goes through the list. pages.spec.ts holds all of it against
 * the router's pages, so that a page that is added later cannot be forgotten.
 */
export const SOUND_PAGES = {
  /** pages.spec.ts */
  visitor: [
    '/auth',
    '/auth?tab=register',
    '/forgot-password',
    '/reset-password',
    '/reset-password#token=from-a-mail',
    '/verify-email',
    '/cancel',
    '/payment/cancel',
    '/success',
    '/payment/success',
    '/products',
    '/products?q=nothing-like-this',
    '/products/monad',
    '/products/premium',
    '/changelog',
    '/terms',
    '/privacy',
    '/refund-policy',
    '/licence',
    '/about',
  ],
  /** pages.spec.ts */
  customer: [
    '/checkout?productId=1&purchaseType=one-time',
    '/checkout?productId=2',
    '/dashboard',
    '/dashboard?tab=products',
    '/dashboard?tab=profile',
  ],
  /** landing.spec.ts: with answers and errors open. */
  plans: ['/', '/pricing'],
  /** mail.spec.ts: in each of their states. */
  mailed: ['/unsubscribe', '/newsletter'],
  /** checkout.spec.ts: with and without a charge. */
  crypto: ['/coinbase-checkout?productId=1'],
  /** admin.spec.ts */
  entrance: ['/secure-portal/management-access'],
  /** admin.spec.ts */
  admin: ['/secure-management/admin-dashboard', '/test-email', '/test-coupon'],
  /** admin-recovery.spec.ts: full, empty and with what failed. */
  recovery: ['/secure-management/recovery'],
  /** emergency.spec.ts: in each of its states. */
  emergency: ['/emergency-recovery/2'],
} as const

/** The tabs of the admin panel, read from their source: admin-tabs.spec.ts goes through all of them. */
export const ADMIN_TAB_NAMES = adminTabNames()

function adminTabNames(): string[] {
  const source = readFileSync('src/web/features/admin/admin-tabs.ts', 'utf8')
  const names = [...source.matchAll(/^ {2}'?([\w-]+)'?: \{/gm)].map(([, name = '']) => name)
  expect(names.length).toBe([...source.matchAll(/\bimport\('/g)].length)
  return names
}

/**
 * Nothing scrolls sideways and axe finds nothing, at each width in each theme. Without `prepare` the page is looked at as
 * it stands; with it, it is prepared anew for each look.
 */
export async function expectSound(page: Page, name: string, prepare?: () => Promise<void>): Promise<void> {
  for (const theme of THEMES) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      await prepare?.()
      const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth')
      expect(overflow, `${name} at ${width}`).toBeLessThanOrEqual(0)
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect(
        violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
        `${name} ${theme} ${width}`,
      ).toEqual([])
    }
  }
}
