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

  /** Until twice in a row nothing is under way, and the page has drawn and has nothing left to run. */
  async quiet(): Promise<void> {
    for (let calm = 0; calm < 2; ) {
      const before = this.#started
      await this.#page.evaluate(
        'new Promise((done) => requestAnimationFrame(() => requestIdleCallback(() => done(undefined), { timeout: 2000 })))',
      )
      if (this.#open.size === 0 && this.#started === before) calm += 1
      else {
        calm = 0
        await new Promise((later) => setTimeout(later, 10))
      }
    }
  }
}

const known = new WeakMap<Page, Requests>()

/** Begins to count at the first call: e2e/test.ts makes it for every page. */
export function requestsOf(page: Page): Requests {
  const requests = known.get(page) ?? new Requests(page)
  known.set(page, requests)
  return requests
}
