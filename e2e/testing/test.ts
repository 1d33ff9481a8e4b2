// What every spec takes `test` from: Playwright's, with a shop of its own for each worker.
import { expect, type Page, test as playwrightTest } from '@playwright/test'
import { answerApiInPage } from './api-routes.ts'
import { KeptContexts } from './kept-contexts.ts'
import { endShop, seededState, startShop, workerPort } from './own-shop.ts'
import { watchRequests } from './requests.ts'

/** The port of this worker's shop. */
const port = workerPort(0)

// What the shop does in the background takes tenths of a second; Playwright's own steps grow to a whole one.
const { poll } = expect
expect.poll = (actual, options) =>
  poll(actual, {
    intervals: [50, 100, 200],
    ...(typeof options === 'string' ? { message: options } : options),
  })

/** Returns what takes it back. */
function preparePage(page: Page): () => void {
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
      // What a failed test saw is kept for its report; its worker ends with it.
      if (errors.length === 0) await keptContexts.giveBackAll()
    },
    { auto: true },
  ],
  context: async ({ keptContexts, baseURL, contextOptions, timezoneId, javaScriptEnabled }, use) => {
    await use(await keptContexts.take({ ...contextOptions, baseURL, timezoneId, javaScriptEnabled }))
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
