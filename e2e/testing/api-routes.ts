// page.route for calls of the shop's API, answered inside the page.
//
// Playwright's own routing pauses every request of the page and disables the browser's cache: a page load then takes
// three times as long. Here the page's `fetch` asks the test instead, and all other requests run normally. Patterns for
// anything but API calls by `fetch` (assets, pictures, uploads, links, pages), and function patterns, still use
// Playwright's routing.
import type { Page, Request, Route } from '@playwright/test'

type Pattern = string | RegExp
type Handler = (route: Route, request: Request) => unknown
type Options = { times?: number }
type Call = { url: string; method: string; headers: Record<string, string>; body: string | null }
type Answer =
  | { action: 'continue' | 'abort' }
  | { action: 'fulfill'; status: number; headers: Record<string, string>; body: string }

type Entry = { pattern: Pattern; handler: Handler; left: number }

/** Excludes uploads, which use XMLHttpRequest, and downloads, which are links. */
const IS_API = /\/api\/(?!download\/|secure-management\/products\/.*\/(file|image))/

const IN_PAGE = `(() => {
  if (globalThis.answersApi) return
  globalThis.answersApi = true
  const fetchReally = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    if (!new URL(request.url).pathname.startsWith('/api/')) return fetchReally(input, init)
    const body = request.method === 'GET' ? null : await request.clone().text()
    const asked = answerApiCall({ url: request.url, method: request.method, headers: Object.fromEntries(request.headers), body })
    const stopped = new Promise((_, stop) => request.signal.addEventListener('abort', () => stop(request.signal.reason)))
    const answer = await Promise.race([asked, stopped])
    if (answer.action === 'continue') return fetchReally(input, init)
    if (answer.action === 'abort') throw new TypeError('Failed to fetch')
    const empty = [101, 204, 205, 304].includes(answer.status)
    return new Response(empty ? null : answer.body, { status: answer.status, headers: answer.headers })
  }
})()`

function matches(pattern: Pattern, url: string): boolean {
  if (pattern instanceof RegExp) return pattern.test(url)
  const glob = pattern.startsWith('/') ? `**${pattern}` : pattern
  const source = glob
    .replace(/[.+^${}()|[\]\\?]/g, '\\$&')
    .replace(/\*\*\/?|\*/g, (stars) => (stars === '*' ? '[^/]*' : '.*'))
  return new RegExp(`^${source}$`).test(url)
}

const isOfApi = (pattern: Pattern): boolean => IS_API.test(String(pattern).replaceAll('\\/', '/'))

/** The Route and the Request of a page.route handler, with only the members that the specs use. */
function routeOf(page: Page, call: Call, settle: (answer: Answer | 'fallback') => void): [Route, Request] {
  const request = {
    url: () => call.url,
    method: () => call.method,
    headers: () => call.headers,
    postData: () => call.body,
    postDataJSON: () => JSON.parse(call.body ?? 'null'),
  }
  const { host: _, ...headers } = call.headers
  const route = {
    request: () => request,
    continue: async () => settle({ action: 'continue' }),
    fallback: async () => settle('fallback'),
    abort: async () => settle({ action: 'abort' }),
    fetch: () =>
      page.request.fetch(call.url, { method: call.method, headers, ...(call.body && { data: call.body }) }),
    fulfill: async ({
      status = 200,
      json,
      body,
      headers = {},
      contentType,
    }: Parameters<Route['fulfill']>[0] = {}) =>
      settle({
        action: 'fulfill',
        status,
        headers: { 'content-type': contentType ?? 'application/json', ...headers },
        body: json === undefined ? String(body ?? '') : JSON.stringify(json),
      }),
  }
  return [route as unknown as Route, request as unknown as Request]
}

/**
 * Makes page.route, unroute and unrouteAll of this page answer API calls inside the page. Returns a function that
 * restores Playwright's own.
 */
export function answerApiInPage(page: Page): () => void {
  const entries: Entry[] = []
  const { route, unroute, unrouteAll } = page
  const really = {
    route: route.bind(page),
    unroute: unroute.bind(page),
    unrouteAll: unrouteAll.bind(page),
  }
  let installed: Promise<unknown> | undefined
  const install = async () => {
    await page.exposeFunction('answerApiCall', answer)
    await page.addInitScript({ content: IN_PAGE })
    await page.evaluate(IN_PAGE)
  }

  /** Asks the handler that was added last first, as Playwright does. */
  async function answer(call: Call): Promise<Answer> {
    for (const entry of entries.toReversed()) {
      if (entry.left <= 0 || !matches(entry.pattern, call.url)) continue
      entry.left -= 1
      const said = await new Promise<Answer | 'fallback'>((settle, failed) => {
        Promise.resolve(entry.handler(...routeOf(page, call, settle))).catch(failed)
      })
      if (said !== 'fallback') return said
    }
    return { action: 'continue' }
  }

  Object.assign(page, {
    route: async (pattern: Pattern, handler: Handler, { times = Number.POSITIVE_INFINITY }: Options = {}) => {
      if (!isOfApi(pattern)) return really.route(pattern, handler, times < Infinity ? { times } : {})
      installed ??= install()
      await installed
      entries.push({ pattern, handler, left: times })
    },
    unroute: async (pattern: Pattern, handler?: Handler) => {
      if (!isOfApi(pattern)) return really.unroute(pattern, handler)
      const isOne = (entry: Entry) =>
        String(entry.pattern) === String(pattern) && (handler === undefined || entry.handler === handler)
      entries.splice(0, entries.length, ...entries.filter((entry) => !isOne(entry)))
    },
    unrouteAll: async (options?: Parameters<Page['unrouteAll']>[0]) => {
      entries.length = 0
      await really.unrouteAll(options)
    },
  })
  return () => Object.assign(page, { route, unroute, unrouteAll })
}
