/** How long a rendered page may be shown again: a changed price is on the shop's pages after that. */
const KEPT_SECONDS = 30

export type PageCache = {
  find: () => Promise<Response | undefined>
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
    find: () => caches.default.match(key),
    async keep(page) {
      const copy = new Response(page.body, page)
      copy.headers.set('cache-control', `public, max-age=${KEPT_SECONDS}`)
      await caches.default.put(key, copy)
    },
  }
}
