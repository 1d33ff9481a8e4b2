// Browser contexts that a worker keeps for all its tests, so that the shop's code stays in the browser's cache.
//
// Playwright's own `reuseContext` clears that cache between tests: each test then loads a hundred files again, which is
// most of the time of a page load.
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from '@playwright/test'
import { KeptPage } from './kept-page.ts'

type Kept = {
  context: BrowserContext
  options: BrowserContextOptions
  /** All pages that were opened in the context. */
  pages: WeakMap<Page, KeptPage>
  /** An emptied page for the next test. */
  page: KeptPage | undefined
  /** Detached after the test, so that their effects on a page end. */
  sessions: CDPSession[]
  isLost: boolean
}

/** Makes `browser.newContext` reuse emptied contexts of earlier tests. Closing a context frees it for the next test. */
export class KeptContexts {
  readonly #free: Kept[] = []
  readonly #used = new Set<Kept>()
  readonly #create: Browser['newContext']
  readonly #prepare: (page: Page) => () => unknown

  /** `prepare` is called for each page of each test. It returns a function that undoes it. */
  constructor(browser: Browser, prepare: (page: Page) => () => unknown) {
    this.#create = browser.newContext.bind(browser)
    this.#prepare = prepare
    browser.newContext = (options) => this.take(options ?? {})
  }

  /** A context with these options, empty except for its cache. */
  async take(options: BrowserContextOptions): Promise<BrowserContext> {
    const key = JSON.stringify(options)
    const at = this.#free.findIndex((one) => JSON.stringify(one.options) === key)
    const [kept = await this.#open(options)] = at < 0 ? [] : this.#free.splice(at, 1)
    this.#used.add(kept)
    return kept.context
  }

  /** Frees all contexts that the test has not closed. Call after each test. */
  async giveBackAll(): Promise<void> {
    await Promise.all([...this.#used].map((kept) => this.#giveBack(kept)))
  }

  async #open(options: BrowserContextOptions): Promise<Kept> {
    const context = await this.#create(options)
    const kept: Kept = {
      context,
      options,
      pages: new WeakMap(),
      page: undefined,
      sessions: [],
      isLost: false,
    }
    context.on('page', (page) => kept.pages.set(page, new KeptPage(page, options, this.#prepare)))
    const { newPage, newCDPSession, close } = context
    context.newPage = async () => {
      const { page } = kept
      if (!page) return newPage.call(context)
      kept.page = undefined
      page.prepare()
      return page.page
    }
    context.newCDPSession = async (page) => {
      const session = await newCDPSession.call(context, page)
      kept.sessions.push(session)
      return session
    }
    // An installed clock cannot be removed from a context.
    const { install } = context.clock
    context.clock.install = (...args) => {
      kept.isLost = true
      return install.apply(context.clock, args)
    }
    context.close = (...args) => (kept.isLost ? close.apply(context, args) : this.#giveBack(kept))
    return kept
  }

  async #giveBack(kept: Kept): Promise<void> {
    if (!this.#used.delete(kept)) return
    const { context, isLost } = kept
    if (isLost) return context.close()
    // If the kept page is still set, the test opened no page.
    if (!kept.page) {
      const [first, ...others] = context.pages()
      await Promise.all(others.map((page) => page.close()))
      const page = first && kept.pages.get(first)
      if (await page?.empty()) kept.page = page
      else await first?.close()
    }
    for (const session of kept.sessions.splice(0)) await session.detach().catch(() => undefined)
    await context.unrouteAll()
    await context.clearCookies()
    await context.clearPermissions()
    await context.setOffline(false)
    this.#free.push(kept)
  }
}
