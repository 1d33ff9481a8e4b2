import type { Page, Request } from '@playwright/test'

/** What a page has asked for and not got yet. */
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
    // What a page asked for is gone with it.
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame()) for (const one of this.#open) if (one.isNavigationRequest()) ended(one)
    })
  }

  /** Until three times in a row nothing is under way, the page shows its content and its scripts are idle. */
  async quiet(): Promise<void> {
    for (let calm = 0; calm < 3; ) {
      const before = this.#started
      const isShown = await this.#page.evaluate<boolean>(IDLE)
      calm = isShown && this.#open.size === 0 && this.#started === before ? calm + 1 : 0
    }
  }
}

/** A module may be compiled apart from the page's thread, which is idle meanwhile: hence the pause. */
const IDLE = `new Promise((done) => setTimeout(() => requestAnimationFrame(() => requestIdleCallback(
  () => done(document.querySelector('main > *') !== null), { timeout: 2000 })), 40))`

const known = new WeakMap<Page, Requests>()

/** Begins to count: e2e/testing/test.ts calls it for every page. Returns what ends it. */
export function watchRequests(page: Page): () => void {
  known.set(page, new Requests(page))
  return () => known.delete(page)
}

/** Of a page that is watched. */
export function requestsOf(page: Page): Requests {
  const requests = known.get(page)
  if (!requests) throw new Error('This page was not made by e2e/testing/test.ts')
  return requests
}
