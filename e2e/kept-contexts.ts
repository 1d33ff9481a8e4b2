// Browser contexts that a worker keeps for all its tests, so that the shop's code stays in the browser's cache.
//
// Playwright's own `reuseContext` clears that cache between tests: each test then asks for a hundred files again, which is
// most of what a page load costs.
import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test'

const STORED = 'local_storage,indexeddb,cache_storage,service_workers'

type Kept = { context: BrowserContext; key: string; isLost: boolean }

/** Makes `browser.newContext` hand out emptied contexts of earlier tests; closing one gives it back. */
export class KeptContexts {
  readonly #free: Kept[] = []
  readonly #used = new Set<Kept>()
  readonly #create: Browser['newContext']
  readonly #prepare: (page: Page) => void

  constructor(browser: Browser, prepare: (page: Page) => void) {
    this.#create = browser.newContext.bind(browser)
    this.#prepare = prepare
    browser.newContext = (options) => this.take(options ?? {})
  }

  /** A context with these options and nothing in it but its cache. */
  async take(options: BrowserContextOptions): Promise<BrowserContext> {
    const key = JSON.stringify(options)
    const at = this.#free.findIndex((one) => one.key === key)
    const [kept = await this.#open(options, key)] = at < 0 ? [] : this.#free.splice(at, 1)
    this.#used.add(kept)
    return kept.context
  }

  /** After a test: all that it has not closed itself. */
  async giveBackAll(): Promise<void> {
    await Promise.all([...this.#used].map((kept) => this.#giveBack(kept)))
  }

  async #open(options: BrowserContextOptions, key: string): Promise<Kept> {
    const context = await this.#create(options)
    const kept = { context, key, isLost: false }
    context.on('page', this.#prepare)
    // A clock cannot be taken out of a context again.
    const { install } = context.clock
    context.clock.install = (...args) => {
      kept.isLost = true
      return install.apply(context.clock, args)
    }
    const close = context.close.bind(context)
    context.close = (...args) => (kept.isLost ? close(...args) : this.#giveBack(kept))
    return kept
  }

  async #giveBack(kept: Kept): Promise<void> {
    if (!this.#used.delete(kept)) return
    const { context, isLost } = kept
    if (isLost) return context.close()
    const pages = context.pages()
    const origins = new Set(pages.flatMap((page) => /^https?:\/\/[^/]+/.exec(page.url()) ?? []))
    if (pages[0]) {
      const session = await context.newCDPSession(pages[0])
      for (const origin of origins)
        await session.send('Storage.clearDataForOrigin', { origin, storageTypes: STORED })
    }
    await Promise.all(pages.map((page) => page.close()))
    await context.unrouteAll()
    await context.clearCookies()
    await context.clearPermissions()
    await context.setOffline(false)
    this.#free.push(kept)
  }
}
