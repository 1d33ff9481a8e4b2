import { BRAND } from './brand.ts'

/** What the document says of a page to search engines, link previews and the browser's tab. */
export type PageMeta = {
  /** Before the shop's name; a title that contains the name gets no suffix. */
  title: string
  /** One or two sentences, at most 160 characters. Only what is public needs one. */
  description?: string
  /** The path where the page really lives, if that is not the one it was asked by. */
  canonicalPath?: string
  /** Address of a picture for link previews, absolute or from the root; otherwise the shop's own. */
  image?: string
}

/** What a page's meta may use: the parameters of its path and query, and what is already in the query cache. */
export type PageView = {
  params: Readonly<Record<string, string | undefined>>
  /** Empty where the server renders: a public page is the same whatever its query. */
  query: URLSearchParams
  read: <Data>(key: readonly unknown[]) => Data | undefined
}

/** A page's meta, or how to derive it from what the page shows. In `<page>-meta.ts` beside the page. */
export type MetaSource = PageMeta | ((view: PageView) => PageMeta)

export const metaOf = (source: MetaSource, view: PageView): PageMeta =>
  typeof source === 'function' ? source(view) : source

export const documentTitle = ({ title }: PageMeta): string =>
  title.includes(BRAND) ? title : `${title} – ${BRAND}`
