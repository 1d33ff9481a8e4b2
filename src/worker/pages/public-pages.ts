import { PAGE_READS, type PageRead } from '#shared/pages/page-reads.ts'
import {
  PAGE_PATHS,
  PAGES,
  type PageEntry,
  type PagePath,
  type PublicEntry,
} from '#shared/pages/page-table.ts'
import { pageAt } from '../http/pages.ts'

/** A page that is served with its content. */
export type PublicPage = Pick<PublicEntry, 'readsQuery' | 'unlisted' | 'calm'> & {
  /** The pattern of the browser's router; `*` for "404 Page Not Found". */
  pattern: PagePath | '*'
  reads: readonly PageRead[]
}

const withSlug = (read: PageRead, slug: string): PageRead => ({
  ...read,
  key: read.key.map((text) => text.replace(':slug', slug)),
  path: read.path.replace(':slug', slug),
})

/** The public page at this path; null for a private page and for an unknown path. */
export function publicPageAt(path: string): PublicPage | null {
  const found = pageAt(path)
  if (!found) return null
  const { pattern, slug } = found
  const page: PageEntry = PAGES[pattern]
  if (!page.public) return null
  const { data = [], readsQuery, unlisted, calm } = page
  return { pattern, reads: data.map((name) => withSlug(PAGE_READS[name], slug)), readsQuery, unlisted, calm }
}

const isListed = (page: PageEntry): boolean => page.public === true && !page.unlisted

/** The paths for search engines, without the pages of products. */
export const listedPaths = (): PagePath[] =>
  PAGE_PATHS.filter((path) => isListed(PAGES[path]) && !path.includes(':'))
