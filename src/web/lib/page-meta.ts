import { BRAND } from './brand.ts'

/** The metadata of a page for search engines, link previews and the browser's tab. */
export type PageMeta = {
  /** The title without the shop's name, which is appended. A title that contains the name gets no suffix. */
  title: string
  /** One or two sentences, at most 160 characters. Only public pages need one. */
  description?: string
  /** The page's canonical path, if the page was requested by another path. */
  canonicalPath?: string
  /** The picture for link previews, with its path and its size in pixels. Without it, the shop's picture is used. */
  image?: { path: string; width: number; height: number }
}

/** The inputs of a page's meta: the parameters of its path and query, and the data in the query cache. */
export type PageView = {
  params: Readonly<Record<string, string | undefined>>
  /** Empty on the server: a public page is the same for every query. */
  query: URLSearchParams
  read: <Data>(key: readonly unknown[]) => Data | undefined
}

/** A page's meta, or a function that derives it from the page's data. In `<page>-meta.ts` beside the page. */
export type MetaSource = PageMeta | ((view: PageView) => PageMeta)

export const metaOf = (source: MetaSource, view: PageView): PageMeta =>
  typeof source === 'function' ? source(view) : source

export const documentTitle = ({ title }: PageMeta): string =>
  title.includes(BRAND) ? title : `${title} – ${BRAND}`
