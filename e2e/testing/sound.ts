import { readFileSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import { requestsOf } from './requests.ts'
import { SOUND } from './tags.ts'

export const WIDTHS = [390, 768, 1440] as const
export const THEMES = ['dark', 'light'] as const

/**
 * Every address that a spec checks for soundness, grouped by the spec. pages.spec.ts compares all of them with the
 * router's pages, so that no page that is added later is missed.
 */
export const SOUND_PAGES = {
  /** pages.spec.ts */
  visitor: [
    '/auth',
    '/auth?tab=register',
    '/forgot-password',
    '/find-purchase',
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
    '/verify',
    '/log',
    '/log?hash=ffffffffffffffff',
    '/log?hash=monad.zip',
    '/log/entry/0',
    '/log/entry/1',
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
  /** invoices.spec.ts: one earlier version. The others have the same frame. */
  versions: [
    '/terms/2026-11-28',
    '/terms/2026-11-25',
    '/privacy/2026-11-28',
    '/privacy/2026-11-25',
    '/refund-policy/2026-11-28',
    '/refund-policy/2026-11-25',
  ],
  /** invoices.spec.ts */
  invoices: ['/orders/wf-7k3m-q9tx/invoice'],
  /** mail.spec.ts: in each of their states. */
  mailed: ['/unsubscribe', '/newsletter'],
  /** checkout.spec.ts: with and without a charge. */
  crypto: ['/coinbase-checkout?productId=1'],
  /** admin/panel.spec.ts */
  entrance: ['/secure-portal/management-access'],
  /** admin/panel.spec.ts */
  admin: ['/secure-management/admin-dashboard', '/test-email', '/test-coupon'],
  /** admin/recovery.spec.ts: full, empty and with failures. */
  recovery: ['/secure-management/recovery'],
  /** emergency.spec.ts: in each of its states. */
  emergency: ['/emergency-recovery/2'],
  /** download-page.spec.ts: in each of its states. */
  download: ['/download'],
  /** withdraw.spec.ts: as a guest and with a list. */
  withdraw: ['/withdraw'],
} as const

/** Admin tabs with data in their own spec, as tab: spec. admin/tabs.spec.ts checks the others with the shop's data. */
export const TABS_CHECKED_FULL: Record<string, string> = {
  overview: 'live',
  products: 'products',
  publishers: 'publishers',
  users: 'users',
  orders: 'orders',
  coupons: 'coupons',
  stats: 'stats',
  payouts: 'payouts',
  inbox: 'inbox',
  audit: 'audit',
  reviews: '../reviews',
  seller: '../invoices',
  security: 'security',
}

/** The tabs of the admin panel, read from their source. admin/tabs.spec.ts checks all of them. */
export const ADMIN_TAB_NAMES = adminTabNames()

function adminTabNames(): string[] {
  const source = readFileSync('src/web/admin/shell/admin-tabs.ts', 'utf8')
  const names = [...source.matchAll(/^ {2}'?([\w-]+)'?: \{/gm)].map(([, name = '']) => name)
  expect(names.length).toBe([...source.matchAll(/\bimport\('/g)].length)
  return names
}

/** The axe rules that depend on colours, the only difference between the themes. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** Sent into every page that is checked. The minified file has less than half the size of the `axe-core` export. */
const axe = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')

/** The axe violations of the page or of `part`, each as `rule: element`. Without `rules`, axe checks all of them. */
export async function violationsOf(page: Page, rules?: string[], part?: string): Promise<string[]> {
  if (!(await page.evaluate<boolean>("'axe' in globalThis"))) await page.evaluate(axe)
  const options = { resultTypes: ['violations'], ...(rules && { runOnly: { type: 'rule', values: rules } }) }
  return page.evaluate<string[]>(
    // An element that is still fading in has other colours.
    `Promise.allSettled(
      document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime < Infinity).map((one) => one.finished),
    ).then(() => axe.run(${JSON.stringify(part ?? null)} ?? document, ${JSON.stringify(options)})).then(({ violations }) =>
      violations.map(({ id, nodes }) => id + ': ' + nodes[0]?.html))`,
  )
}

/** Waits until the page has loaded, no request is open and its scripts are idle. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('load')
  await requestsOf(page).quiet()
}

const isShare = () => process.env.E2E_SHARE === 'small' && test.info().tags.includes(SOUND)

type State = {
  /** Runs at the narrowest and at the widest width. Without it the page is checked in its current state. */
  prepare?: () => Promise<void>
  /** axe checks only this part: the rest of the page is checked with another state. */
  part?: string
}

/**
 * Expects no horizontal scrolling at each width, and no axe violations at the narrowest and the widest width in both
 * themes: each element visible at the middle width is visible at another width too. Width and theme change in place. In
 * `npm test` a test with the tag SOUND runs axe at one width in one theme.
 */
export async function expectSound(page: Page, name: string, state: State = {}): Promise<void> {
  if (isShare()) return expectSoundInShare(page, name, state)
  for (const [index, width] of WIDTHS.entries()) {
    const isBetween = index === 1
    // Each width starts with the theme of the last check.
    const themes = [THEMES, THEMES.slice(1), THEMES.toReversed()][index] ?? THEMES
    await page.setViewportSize({ width, height: 900 })
    for (const [turn, theme] of themes.entries()) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
      if (turn === 0 && !isBetween) await state.prepare?.()
      await expectNoSidewaysScroll(page, `${name} ${theme} ${width}`)
      if (isBetween) continue
      // Only colours differ between the themes.
      const violations = await violationsOf(page, turn === 0 ? undefined : COLOUR_RULES, state.part)
      expect(violations, `${name} ${theme} ${width}`).toEqual([])
    }
  }
}

/** Every width for scrolling; axe at the narrowest or at the widest one, in one theme. The name of the state decides. */
async function expectSoundInShare(page: Page, name: string, { prepare, part }: State): Promise<void> {
  const theme = THEMES[name.length % 2] ?? 'dark'
  const widths = (name.length >> 1) % 2 === 0 ? WIDTHS : WIDTHS.toReversed()
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  for (const [index, width] of widths.entries()) {
    const message = `${name} ${theme} ${width}`
    await page.setViewportSize({ width, height: 900 })
    if (index === 0) await prepare?.()
    await expectNoSidewaysScroll(page, message)
    if (index === 0) expect(await violationsOf(page, undefined, part), message).toEqual([])
  }
}

/** A chart takes its new width a moment after the page. */
const expectNoSidewaysScroll = (page: Page, message: string) =>
  expect
    .poll(() => page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth'), {
      message,
      intervals: [0, 50, 100, 250],
    })
    .toBeLessThanOrEqual(0)
