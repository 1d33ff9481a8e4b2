/** How long a rendered page may be served from the cache: a changed price appears on the shop's pages after that. */
const KEPT_SECONDS = 30
/** A reload gets a copy of at most this age, so that repeated reloads do not render the page each time. */
const JUST_RENDERED_MS = 1000
const RENDERED_AT = 'x-rendered-at'

export type PageCache = {
  /** `again`: the visitor reloads the page and wants current data. */
  find: (again: boolean) => Promise<Response | undefined>
  keep: (page: Response) => Promise<void>
}

/**
 * The cached copy of one page. Its key contains the build, because a page loads that build's files, and the query where
 * the page reads the query.
 */
export function pageCache(build: string, origin: string, path: string, search: string): PageCache {
  const key = new URL(`/.pages/${build}${path}`, origin)
  key.search = search
  return {
    async find(again) {
      const kept = await caches.default.match(key)
      const age = Date.now() - Number(kept?.headers.get(RENDERED_AT))
      return again && age > JUST_RENDERED_MS ? undefined : kept
    },
    async keep(page) {
      const copy = new Response(page.body, page)
      copy.headers.set(RENDERED_AT, String(Date.now()))
      copy.headers.set('cache-control', `public, max-age=${KEPT_SECONDS}`)
      await caches.default.put(key, copy)
    },
  }
}
