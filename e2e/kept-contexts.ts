// Browser contexts that a worker keeps for all its tests, so that the shop's code stays in the browser's cache.
//
// Playwright's own `reuseContext` clears that cache between tests: each test then asks for a hundred files again, which is
// most of what a page load costs.
import type { Browser, BrowserContext, BrowserContextOptions } from '@playwright/test'

const STORED = 'local_storage,indexeddb,cache_storage,service_workers'

export class KeptContexts {
  readonly #kept = new Map<string, BrowserContext>()
  readonly #browser: Browser

  constructor(browser: Browser) {
    this.#browser = browser
  }

  /** A context with these options and nothing in it but its cache. */
  async take(options: BrowserContextOptions): Promise<BrowserContext> {
    const key = JSON.stringify(options)
    const kept = this.#kept.get(key)
    if (kept) return kept
    const context = await this.#browser.newContext(options)
    this.#kept.set(key, context)
    // A clock cannot be taken out of a context again.
    const { install } = context.clock
    context.clock.install = (...args) => {
      this.#kept.delete(key)
      return install.apply(context.clock, args)
    }
    return context
  }

  /** Empties a context for the next test, or ends it where it cannot be used again. */
  async giveBack(context: BrowserContext, origin: string): Promise<void> {
    if (![...this.#kept.values()].includes(context)) return context.close()
    const pages = context.pages()
    if (pages[0]) {
      const session = await context.newCDPSession(pages[0])
      await session.send('Storage.clearDataForOrigin', { origin, storageTypes: STORED })
    }
    await Promise.all(pages.map((page) => page.close()))
    await context.unrouteAll()
    await context.clearCookies()
    await context.clearPermissions()
    await context.setOffline(false)
  }
}
