import { beforeEach, expect, test, vi } from 'vitest'
import { BrowserRouter } from './browser-router.ts'
import type { Page } from './router-context.ts'

/** The parts of a browser's tab that the router uses, with one entry of the history. */
function openTab() {
  const location = { pathname: '/', search: '', hash: '', href: 'http://shop.test/' }
  const store = (entry: unknown, _: string, address = location.href) => {
    const { pathname, search, hash, href } = new URL(address, location.href)
    Object.assign(location, { pathname, search, hash, href })
    window.history.state = entry
  }
  const window = {
    location,
    scrollY: 0,
    addEventListener: vi.fn(),
    history: { state: null as unknown, pushState: vi.fn(store), replaceState: vi.fn(store) },
  }
  vi.stubGlobal('window', window)
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => undefined })
  return window
}

/** A page whose code arrives, or fails to, when the test says so. */
function aPage(isLoaded = false) {
  let arrive: (failure?: Error) => void = () => undefined
  const page: Page = {
    meta: { title: 'Page' },
    isLoaded: () => isLoaded,
    load: () =>
      isLoaded
        ? Promise.resolve()
        : new Promise((resolve, reject) => {
            arrive = (failure) => {
              isLoaded = failure === undefined
              if (failure) reject(failure)
              else resolve(undefined)
            }
          }),
    render: () => null,
  }
  return { page, arrive: (failure?: Error) => arrive(failure) }
}

const first = aPage(true)
let tab = openTab()
let slow = aPage()
let other = aPage()
let router: BrowserRouter

beforeEach(async () => {
  tab = openTab()
  slow = aPage()
  other = aPage()
  const pages: Record<string, Page> = { '/slow': slow.page, '/other': other.page }
  router = await BrowserRouter.start((path) => ({ page: pages[path] ?? first.page, params: {} }), true)
})

const shown = () => router.state.view.page

test('the old page and its address stay until the code of the next page is loaded', async () => {
  const done = router.navigate('/slow?a=1')
  expect(router.state.isPending).toBe(true)
  expect([shown(), tab.location.pathname]).toEqual([first.page, '/'])
  slow.arrive()
  await done
  expect(router.state.isPending).toBe(false)
  expect([shown(), tab.location.href]).toEqual([slow.page, 'http://shop.test/slow?a=1'])
  expect(tab.history.state).toMatchObject({ idx: 1 })
})

test('a page whose code is loaded is shown at once, in place of the current entry where asked', () => {
  router.navigate('/now', { replace: true, state: { notice: 'Hello' } })
  expect(router.state.view).toMatchObject({
    location: { pathname: '/now', state: { notice: 'Hello' } },
    type: 'REPLACE',
    scroll: 'start',
  })
  expect(tab.history.pushState).not.toHaveBeenCalled()
  expect(tab.history.state).toMatchObject({ idx: 0 })
})

test('a navigation that a later one replaced changes nothing when its code arrives', async () => {
  const dropped = router.navigate('/slow')
  const latest = router.navigate('/other')
  slow.arrive()
  await dropped
  expect([shown(), tab.location.pathname]).toEqual([first.page, '/'])
  other.arrive()
  await latest
  expect([shown(), tab.location.pathname]).toEqual([other.page, '/other'])
  expect(tab.history.pushState).toHaveBeenCalledTimes(1)
})

test('a page whose code failed to load has its address and the error, and loads when it is opened again', async () => {
  const failure = new Error('offline')
  const failed = router.navigate('/slow')
  slow.arrive(failure)
  await failed
  expect(router.state.view).toMatchObject({ error: failure, location: { pathname: '/slow' } })
  const again = router.navigate(router.state.view.location, { replace: true, preventScrollReset: true })
  slow.arrive()
  await again
  expect(router.state.view).toMatchObject({ page: slow.page, error: undefined, scroll: 'fragment' })
})
