/** How long a rendered page may be shown again: a changed price is on the shop's pages after that. */
const KEPT_SECONDS = 30
/** Who reloads gets a copy that is no older than this: nobody makes the shop render a page all the time. */
const JUST_RENDERED_MS = 1000
const RENDERED_AT = 'x-rendered-at'

export type PageCache = {
  /** `again`: the visitor reloads and wants to see what is true now. */
  find: (again: boolean) => Promise<Response | undefined>
  keep: (page: Response) => Promise<void>
}

/**
 * The kept copy of one page. Its key names the build, because a page asks for that build's files, and the query of the
 * address where the page reads it.
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
