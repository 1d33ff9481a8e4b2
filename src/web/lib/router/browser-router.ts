import {
  addressOf,
  currentLocation,
  historyIndex,
  type Location,
  storeLocation,
  type To,
} from './location.ts'
import type { FoundPage, Navigate, NavigateOptions, NavigationType, View } from './router-context.ts'
import { ScrollPositions } from './scroll-positions.ts'

export type RouterState = { view: View; isPending: boolean }

/** Finds the page at a path. */
type Find = (pathname: string) => FoundPage

/**
 * The navigation of the browser's tab. A page whose code is not loaded is loaded first: until then, the address and the
 * old page stay. Only the latest navigation counts.
 */
export class BrowserRouter {
  readonly #find: Find
  readonly #positions = new ScrollPositions()
  readonly #listeners = new Set<() => void>()
  /** The number of the latest navigation. */
  #latest = 0
  state: RouterState

  private constructor(find: Find, first: View) {
    this.#find = find
    const position = this.#positions.of(first.location)
    this.state = { view: { ...first, scroll: position ?? first.scroll }, isPending: false }
    window.addEventListener('popstate', () => this.#go(currentLocation(), 'POP'))
  }

  /** The router with the code of the first page. `isInSight`: the document has the page, which is not scrolled. */
  static async start(find: Find, isInSight: boolean): Promise<BrowserRouter> {
    // The first entry gets its place in the history.
    window.history.replaceState({ ...window.history.state, idx: historyIndex() }, '')
    const found = find(window.location.pathname)
    const error = await failureOf(found)
    const location = currentLocation()
    return new BrowserRouter(find, {
      ...found,
      location,
      type: 'POP',
      error,
      scroll: isInSight ? 'stay' : 'start',
    })
  }

  navigate: Navigate = async (to: To | number, options: NavigateOptions = {}) => {
    if (typeof to === 'number') return window.history.go(to)
    const address = addressOf(to, this.state.view.location.pathname)
    const { pathname, search, hash } = new URL(address, window.location.href)
    const key = Math.random().toString(36).slice(2, 10)
    const location = { pathname, search, hash, key, state: options.state ?? null }
    await this.#go(location, options.replace ? 'REPLACE' : 'PUSH', options.preventScrollReset)
  }

  async #go(location: Location, type: NavigationType, keepsScroll = false): Promise<void> {
    this.#latest += 1
    const turn = this.#latest
    const { view } = this.state
    this.#positions.note(view.location)
    const found = this.#find(location.pathname)
    let error: unknown
    if (!found.page.isLoaded()) {
      this.#set({ view, isPending: true })
      error = await failureOf(found)
      if (turn !== this.#latest) return
    }
    if (type !== 'POP') storeLocation(location, type === 'PUSH')
    const scroll = this.#positions.of(location) ?? (keepsScroll ? 'fragment' : 'start')
    this.#set({ view: { ...found, location, type, error, scroll }, isPending: false })
  }

  #set(state: RouterState): void {
    this.state = state
    for (const listener of this.#listeners) listener()
  }

  /** Calls the listener after each change of `state`. Returns the end of it. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Restores scroll positions instead of the browser, which would scroll the old page. Returns the end of it. */
  takeScrolling(): () => void {
    const { history } = window
    history.scrollRestoration = 'manual'
    const leave = () => {
      if (!this.state.isPending) this.#positions.note(this.state.view.location)
      this.#positions.store()
      // The browser scrolls a reloaded document before the app runs.
      history.scrollRestoration = 'auto'
    }
    const comeBack = () => {
      history.scrollRestoration = 'manual'
    }
    window.addEventListener('pagehide', leave)
    window.addEventListener('pageshow', comeBack)
    return () => {
      history.scrollRestoration = 'auto'
      window.removeEventListener('pagehide', leave)
      window.removeEventListener('pageshow', comeBack)
    }
  }
}

/** Loads the page's code. Resolves to the failure, or to undefined. */
const failureOf = async ({ page }: FoundPage): Promise<unknown> =>
  page.load().then(
    () => undefined,
    (error: unknown) => error,
  )
