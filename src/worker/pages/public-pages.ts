import { pageAt } from '#shared/pages/page-at.ts'
import { PAGE_READS, type PageRead } from '#shared/pages/page-reads.ts'
import type { KnownData } from '#shared/pages/page-rendering.ts'
import {
  PAGE_PATHS,
  PAGES,
  type PageEntry,
  type PagePath,
  type PublicEntry,
} from '#shared/pages/page-table.ts'

/** A page that is served with its content. */
export type PublicPage = Pick<PublicEntry, 'readsQuery' | 'unlisted' | 'calm'> & {
  /** The pattern of the browser's router; `*` for "404 Page Not Found". */
  pattern: PagePath | '*'
  reads: readonly PageRead[]
  /** Set where the document is served at the address of another page: its own address, and what it knows beside its reads. */
  standsIn?: { at: string; known: KnownData }
}

/** A page at its own address, and the name under which it is kept. */
export type ToRender = { page: PublicPage; path: string; search: string; key: string }

/** The read of the page with this parameter in its path, and this query string. */
export function readOf(read: PageRead, param: string, query = new URLSearchParams()): PageRead {
  const key = read.key.map((text) => text.replace(/:\w+/, param))
  const path = read.path.replace(/:\w+/, param)
  const value = read.filter && query.get(read.filter)
  if (!value) return { ...read, key, path, param }
  const filter = `${read.filter}=`
  return { ...read, key: [...key, filter + value], path: `${path}&${filter}${encodeURIComponent(value)}` }
}

/**
 * What every page’s document has: its footer names the seller, and a page that is opened from it by a link shows the ways
 * to pay at once. If they arrived later, texts that name them would move.
 */
export const EVERYWHERE = ['shop', 'payMethods'] as const

/** The public page at this path; null for a private page and for an unknown path. */
export function publicPageAt(path: string, search: string): PublicPage | null {
  const found = pageAt(path)
  if (!found) return null
  const { pattern, param } = found
  const page: PageEntry = PAGES[pattern]
  if (!page.public) return null
  const { data = [], readsQuery, unlisted, calm } = page
  const query = new URLSearchParams(readsQuery ? search : '')
  const reads = [...data, ...EVERYWHERE].map((name) => readOf(PAGE_READS[name], param, query))
  return { pattern, reads, readsQuery, unlisted, calm }
}

const isListed = (page: PageEntry): boolean => page.public === true && !page.unlisted

/** The paths for search engines, without the pages of products. */
export const listedPaths = (): PagePath[] =>
  PAGE_PATHS.filter((path) => isListed(PAGES[path]) && !path.includes(':'))
