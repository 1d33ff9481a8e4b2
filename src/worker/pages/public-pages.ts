import { PAGE_READS, type PageRead } from '#shared/pages/page-reads.ts'
import {
  PAGE_PATHS,
  PAGES,
  type PageEntry,
  type PagePath,
  type PublicEntry,
} from '#shared/pages/page-table.ts'
import { pageAt } from '../http/pages.ts'

/** A page that arrives with its content. */
export type PublicPage = Pick<PublicEntry, 'readsQuery' | 'unlisted' | 'calm'> & {
  /** As the browser's router spells it; `*` for the page that says that there is none. */
  pattern: PagePath | '*'
  reads: readonly PageRead[]
}

const withSlug = (read: PageRead, slug: string): PageRead => ({
  ...read,
  key: read.key.map((text) => text.replace(':slug', slug)),
  path: read.path.replace(':slug', slug),
})

/** The public page at this path, or null: then it is another page's, or nobody's. */
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

/** The paths that search engines shall know; products have theirs besides. */
export const listedPaths = (): PagePath[] =>
  PAGE_PATHS.filter((path) => isListed(PAGES[path]) && !path.includes(':'))
