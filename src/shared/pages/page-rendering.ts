/** A query key as the pages use it, and its data as the API returns it. */
export type KnownData = readonly [key: readonly string[], data: unknown]

export type PageToRender = {
  /** The path as in the address bar, without a trailing slash. */
  path: string
  /** The query string with its question mark; empty for pages that do not read it. */
  search: string
  /** The shop's scheme and host. */
  origin: string
  /** The page's data from the database. The browser fetches missing data. */
  data: readonly KnownData[]
  /** The path matches a page, but the named object does not exist. */
  missing: boolean
  /** Whether search engines may index the page. */
  listed: boolean
  /** A private page: only its frame and skeleton. */
  preview?: true
}

export type RenderedPage = {
  /** Inside <head>: title, description, and metadata for link previews and search engines. */
  head: string
  /** Inside #root. */
  body: string
  /** JSON for #page-state, safe inside a script element: the browser's first render starts from it. */
  state: string
}

export type RenderPage = (page: PageToRender) => Promise<RenderedPage>
