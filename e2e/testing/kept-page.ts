// A page that can be emptied after a test and used by the next one.
//
// A new page starts in a new process, which compiles the shop's code again: twice the work of a reused page.
import type { BrowserContextOptions, Page } from '@playwright/test'

type Undo = () => unknown

/** Calls with a permanent effect: the page is not reused after them. */
const IRREVERSIBLE = ['routeWebSocket', 'setDefaultTimeout', 'setDefaultNavigationTimeout'] as const

/** Playwright's media defaults, for pages without settings of the test or its context. */
const PLAIN_MEDIA = {
  media: null,
  colorScheme: 'light',
  forcedColors: 'none',
  contrast: 'no-preference',
} as const

export class KeptPage {
  readonly page: Page
  readonly #options: BrowserContextOptions
  readonly #prepare: (page: Page) => Undo
  readonly #undo: Undo[] = []
  #isLost = false

  /**
   * A page of a context with these options. `prepare` is called for each test that gets the page. It returns a function
   * that undoes it.
   */
  constructor(page: Page, options: BrowserContextOptions, prepare: (page: Page) => Undo) {
    this.page = page
    this.#options = options
    this.#prepare = prepare
    this.#noteWhatIsAdded()
    this.prepare()
  }

  prepare(): void {
    this.#undo.push(this.#prepare(this.page))
  }

  /** Resets the page to the state of a new page of its context. Returns whether the page can be reused. */
  async empty(): Promise<boolean> {
    const { page } = this
    if (page.isClosed()) return false
    const origin = /^https?:\/\/[^/]+/.exec(page.url())?.[0]
    for (const undo of this.#undo.splice(0).toReversed()) await undo()
    if (this.#isLost) return false
    if (origin) {
      // An address without scripts: values that the last page's scripts store as they end are cleared too.
      const answer = await page.goto(`${origin}/robots.txt`).catch(() => null)
      if (answer?.status() !== 200) return false
      await page.evaluate('sessionStorage.clear()')
      await this.#clearBrowser(origin)
    }
    const { width, height } = this.#options.viewport ?? { width: 1280, height: 720 }
    const size = page.viewportSize()
    if (size?.width !== width || size.height !== height) await page.setViewportSize({ width, height })
    return true
  }

  /** Clears the origin's storage in the browser and the page's history, but not the HTTP cache. */
  async #clearBrowser(origin: string): Promise<void> {
    const session = await this.page.context().newCDPSession(this.page)
    const storageTypes = 'local_storage,indexeddb,cache_storage,service_workers'
    await session.send('Storage.clearDataForOrigin', { origin, storageTypes })
    await session.send('Page.resetNavigationHistory')
    await session.detach()
  }

  #noteWhatIsAdded(): void {
    const { page } = this
    this.#wrap('route', () => page.unrouteAll())
    const { emulateMedia } = page
    const { reducedMotion = 'no-preference' } = this.#options
    this.#wrap('emulateMedia', () => emulateMedia.call(page, { ...PLAIN_MEDIA, reducedMotion }))
    this.#wrap('on', (_, event, listener) => page.off(event as 'console', listener as () => void))
    for (const name of ['addInitScript', 'exposeFunction', 'exposeBinding'] as const)
      this.#wrap(name, async (added) => (await (added as ReturnType<Page[typeof name]>)).dispose())
    for (const name of IRREVERSIBLE)
      this.#wrap(name, () => {
        this.#isLost = true
      })
  }

  /** Registers `undo` for each call of this function of the page. `undo` gets the call's result and arguments. */
  #wrap(name: keyof Page, undo: (answer: unknown, ...args: unknown[]) => unknown): void {
    const call = (this.page[name] as (...args: unknown[]) => unknown).bind(this.page)
    const noted = (...args: unknown[]) => {
      const answer = call(...args)
      this.#undo.push(() => undo(answer, ...args))
      return answer
    }
    Object.assign(this.page, { [name]: noted })
  }
}
