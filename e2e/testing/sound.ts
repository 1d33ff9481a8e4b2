import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { requestsOf } from './requests.ts'

export const WIDTHS = [390, 768, 1440] as const
export const THEMES = ['dark', 'light'] as const

/**
 * Every address that a spec checks for soundness, by who goes through the list. pages.spec.ts holds all of it against
 * the router's pages, so that no page that is added later is missed.
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
  /** admin/panel.spec.ts */
  entrance: ['/secure-portal/management-access'],
  /** admin/panel.spec.ts */
  admin: ['/secure-management/admin-dashboard', '/test-email', '/test-coupon'],
  /** admin/recovery.spec.ts: full, empty and with what failed. */
  recovery: ['/secure-management/recovery'],
  /** emergency.spec.ts: in each of its states. */
  emergency: ['/emergency-recovery/2'],
} as const

/** The tabs of the admin panel whose own spec checks them filled; admin/tabs.spec.ts checks the others as the shop stands. */
export const TABS_CHECKED_FULL: Record<string, string> = {
  overview: 'live',
  products: 'products',
  users: 'users',
  orders: 'orders',
  coupons: 'coupons',
  stats: 'stats',
  payouts: 'payouts',
  inbox: 'inbox',
  audit: 'audit',
}

/** The tabs of the admin panel, read from their source: admin/tabs.spec.ts goes through all of them. */
export const ADMIN_TAB_NAMES = adminTabNames()

function adminTabNames(): string[] {
  const source = readFileSync('src/web/admin/shell/admin-tabs.ts', 'utf8')
  const names = [...source.matchAll(/^ {2}'?([\w-]+)'?: \{/gm)].map(([, name = '']) => name)
  expect(names.length).toBe([...source.matchAll(/\bimport\('/g)].length)
  return names
}

/** The rules whose answer depends on colours, the only thing that differs between the themes. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** Less than half of the size of what `axe-core` exports: it is sent into every page that is checked. */
const axe = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')

/** The axe violations of the page as it stands, or of a part of it, `rule: element` each; all rules unless some are named. */
export async function violationsOf(page: Page, rules?: string[], part?: string): Promise<string[]> {
  if (!(await page.evaluate<boolean>("'axe' in globalThis"))) await page.evaluate(axe)
  const options = { resultTypes: ['violations'], ...(rules && { runOnly: { type: 'rule', values: rules } }) }
  return page.evaluate<string[]>(
    // What is still fading in has other colours.
    `Promise.allSettled(
      document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime < Infinity).map((one) => one.finished),
    ).then(() => axe.run(${JSON.stringify(part ?? null)} ?? document, ${JSON.stringify(options)})).then(({ violations }) =>
      violations.map(({ id, nodes }) => id + ': ' + nodes[0]?.html))`,
  )
}

/** Waits until the page has loaded, nothing is on its way to it, and its scripts have nothing left to do. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('load')
  await requestsOf(page).quiet()
}

/**
 * Nothing scrolls sideways and axe finds nothing: at the narrowest and the widest width in both themes, between them in one,
 * for what is visible there is visible at one of the others too. Without `prepare` the page is checked as it stands. With it,
 * it is prepared for the narrowest width and for the widest; otherwise width and theme change in place. With `part`, axe looks
 * at that part: what stands around it is checked with another state.
 */
export async function expectSound(
  page: Page,
  name: string,
  { prepare, part }: { prepare?: () => Promise<void>; part?: string } = {},
): Promise<void> {
  for (const [index, width] of WIDTHS.entries()) {
    const isBetween = index === 1
    // Each begins in the theme that the last one ended in.
    const themes = [THEMES, THEMES.slice(1), THEMES.toReversed()][index] ?? THEMES
    await page.setViewportSize({ width, height: 900 })
    for (const [turn, theme] of themes.entries()) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
      if (turn === 0 && !isBetween) await prepare?.()
      // A chart takes its new width a moment after the page.
      const overflow = () => page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth')
      await expect
        .poll(overflow, { message: `${name} ${theme} ${width}`, intervals: [0, 50, 100, 250] })
        .toBeLessThanOrEqual(0)
      // What is not a colour is the same in both themes.
      const violations = await violationsOf(page, turn === 0 ? undefined : COLOUR_RULES, part)
      expect(violations, `${name} ${theme} ${width}`).toEqual([])
    }
  }
}
