import type { Page, Request } from '@playwright/test'

/** The requests of a page that have not ended. */
class Requests {
  readonly #open = new Set<Request>()
  #started = 0
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
    page.on('request', (request) => {
      this.#started += 1
      this.#open.add(request)
    })
    const ended = (request: Request) => this.#open.delete(request)
    page.on('requestfinished', ended)
    page.on('requestfailed', ended)
    // A navigation request ends at the latest when the main frame has navigated.
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame()) for (const one of this.#open) if (one.isNavigationRequest()) ended(one)
    })
  }

  /** Resolves after three checks in a row: no open or new request, the content is visible and the scripts are idle. */
  async quiet(): Promise<void> {
    for (let calm = 0; calm < 3; ) {
      const before = this.#started
      const isShown = await this.#page.evaluate<boolean>(IDLE)
      calm = isShown && this.#open.size === 0 && this.#started === before ? calm + 1 : 0
    }
  }
}

/** The pause of 40 ms is for modules that are compiled on another thread, while the page's thread is idle. */
const IDLE = `new Promise((done) => setTimeout(() => requestAnimationFrame(() => requestIdleCallback(
  () => done(document.querySelector('main > *') !== null), { timeout: 2000 })), 40))`

const known = new WeakMap<Page, Requests>()

/** Starts to track a page's requests. e2e/testing/test.ts calls it for every page. Returns a function that ends it. */
export function watchRequests(page: Page): () => void {
  known.set(page, new Requests(page))
  return () => known.delete(page)
}

/** The requests of a page that watchRequests tracks. */
export function requestsOf(page: Page): Requests {
  const requests = known.get(page)
  if (!requests) throw new Error('This page was not made by e2e/testing/test.ts')
  return requests
}
