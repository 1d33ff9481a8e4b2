// The `test` for every spec: Playwright's, with one shop for each worker.
import { expect, type Page, test as playwrightTest } from '@playwright/test'
import { answerApiInPage } from './api-routes.ts'
import { fillAgain } from './fill-again.ts'
import { KeptContexts } from './kept-contexts.ts'
import { endShop, seededState, startShop, workerPort } from './own-shop.ts'
import { watchRequests } from './requests.ts'

/** The port of this worker's shop. */
const port = workerPort(0)

// The shop's background work takes tenths of a second. Playwright's own intervals grow to a whole second.
const { poll } = expect
expect.poll = (actual, options) =>
  poll(actual, {
    intervals: [50, 100, 200],
    ...(typeof options === 'string' ? { message: options } : options),
  })

/** Returns a function that undoes the preparation. */
function preparePage(page: Page): () => void {
  fillAgain(page)
  const forgetRequests = watchRequests(page)
  const routeAsBefore = answerApiInPage(page)
  return () => {
    forgetRequests()
    routeAsBefore()
  }
}

export const test = playwrightTest.extend<
  { emptiedContexts: undefined },
  { shop: string; keptContexts: KeptContexts }
>({
  /** The address of this worker's shop, which starts from a copy of the seeded state. */
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from this pattern.
    async ({}, use) => {
      const { process: shop } = await startShop(port, seededState('worker'))
      await use(`http://localhost:${port}`)
      await endShop(shop, 'SIGTERM')
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ shop }, use) => use(shop),
  keptContexts: [({ browser }, use) => use(new KeptContexts(browser, preparePage)), { scope: 'worker' }],
  emptiedContexts: [
    async ({ keptContexts }, use, { errors }) => {
      await use(undefined)
      // After a failure the pages stay open for the report. Playwright ends the worker of a failed test.
      if (errors.length === 0) await keptContexts.giveBackAll()
    },
    { auto: true },
  ],
  context: async ({ keptContexts, baseURL, contextOptions, locale, timezoneId, javaScriptEnabled }, use) => {
    await use(await keptContexts.take({ ...contextOptions, baseURL, locale, timezoneId, javaScriptEnabled }))
  },
})

export {
  type APIRequestContext,
  type Browser,
  expect,
  type Locator,
  type Page,
  type Route,
  request,
  type WebSocketRoute,
} from '@playwright/test'
export { DEEP, SOUND } from './tags.ts'
