/** A query's key as the pages use it, and its data as the API answers it. */
export type KnownData = readonly [key: readonly string[], data: unknown]

export type PageToRender = {
  /** As in the address bar, without a trailing slash. */
  path: string
  /** With its question mark, or empty. Only of pages that read it. */
  search: string
  /** Where the shop lives: scheme and host. */
  origin: string
  /** The data of the page that is in the database. The browser asks for what is missing here. */
  data: readonly KnownData[]
  /** The path is a page's, but what it names does not exist. */
  missing: boolean
  /** Search engines shall know the page. */
  listed: boolean
}

export type RenderedPage = {
  /** Inside <head>: title, description, what link previews and search engines read. */
  head: string
  /** Inside #root. */
  body: string
  /** JSON for #page-state, safe inside a script element: the browser's first render starts from it. */
  state: string
}

export type RenderPage = (page: PageToRender) => Promise<RenderedPage>
