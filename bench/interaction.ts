// Interaction to next paint, with a processor that is slowed down four times: from the touch, click or key to the paint
// after it, as Chromium reports it.
import { type BrowserContextOptions, devices, type Page } from '@playwright/test'
import { withBrowser } from './browser.ts'
import { type Figure, median, type Section } from './figures.ts'
import { withShop } from './measured-shop.ts'

const SLOW_DOWN = 4
const VISITS = 3
const MOST_MS = 100
const CUSTOMER = { username: 'demo', password: 'demo-password' }

type Visit = {
  what: string
  path: string
  signedIn?: true
  /** On a computer instead of a phone. */
  wide?: true
  ready?: (page: Page) => Promise<unknown>
  act: (page: Page) => Promise<unknown>
}

const VISITS_OF: Visit[] = [
  {
    what: 'first touch on the landing page, of its menu',
    path: '/',
    act: (page) => page.getByRole('button', { name: 'Menu' }).tap(),
  },
  {
    what: 'typing in the search of the catalogue',
    path: '/products',
    act: (page) => page.getByRole('searchbox').pressSequentially('wallet', { delay: 150 }),
  },
  {
    what: 'another tab of the dashboard',
    path: '/dashboard',
    signedIn: true,
    wide: true,
    ready: (page) => page.getByRole('tab', { name: 'Subscriptions' }).waitFor(),
    act: (page) => page.getByRole('tab', { name: 'Subscriptions' }).click(),
  },
  {
    what: 'opening the bell',
    path: '/dashboard',
    signedIn: true,
    wide: true,
    ready: (page) => page.getByRole('button', { name: /Notifications/ }).waitFor(),
    act: (page) => page.getByRole('button', { name: /Notifications/ }).click(),
  },
]

export async function measure(port: number): Promise<Section> {
  const figures = await withShop({ port }, ({ base }) =>
    withBrowser(async (browser) => {
      const signIn = await browser.newContext({ extraHTTPHeaders: { origin: base } })
      const answer = await signIn.request.post(`${base}/api/auth/login`, { data: CUSTOMER })
      if (!answer.ok()) throw new Error(`The login answered ${answer.status()}`)
      const storageState = await signIn.storageState()
      const all: Figure[] = []
      for (const visit of VISITS_OF) {
        const options: BrowserContextOptions = {
          ...(visit.wide ? { viewport: { width: 1440, height: 900 } } : devices['Pixel 7']),
          ...(visit.signedIn && { storageState }),
        }
        const found: number[] = []
        for (let count = 0; count < VISITS; count += 1) {
          const context = await browser.newContext(options)
          found.push(await slowestOf(await context.newPage(), base, visit))
          await context.close()
        }
        all.push({
          what: visit.what,
          value: median(found),
          unit: 'ms',
          goal: { most: MOST_MS },
          note: found.join(', '),
        })
      }
      return all
    }),
  )
  return {
    title: 'Interaction to next paint',
    how: `The slowest interaction of a visit with a processor slowed down ${SLOW_DOWN} times: the middle of ${VISITS} visits.`,
    figures,
  }
}

/** Milliseconds of the slowest interaction of a visit. Chromium rounds them to 8. */
async function slowestOf(page: Page, base: string, { path, ready, act }: Visit): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW_DOWN })
  await page.goto(base + path, { waitUntil: 'load' })
  await ready?.(page)
  await page.waitForTimeout(2000)
  await page.evaluate(OBSERVE)
  await act(page)
  // The app that the interaction loads takes over meanwhile.
  await page.waitForTimeout(3000)
  return page.evaluate<number>('slowestInteraction')
}

/** Runs in the page. Entries shorter than 16 ms are not reported. */
const OBSERVE = `globalThis.slowestInteraction = 0
new PerformanceObserver((list) => {
  for (const { interactionId, duration } of list.getEntries())
    if (interactionId) globalThis.slowestInteraction = Math.max(globalThis.slowestInteraction, duration)
}).observe({ type: 'event', durationThreshold: 16 })`
