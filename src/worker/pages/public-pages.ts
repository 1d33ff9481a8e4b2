/** What a page shows that lies in the database: the query's key in the browser, and the API call that answers it. */
export type Read = {
  key: readonly string[]
  path: string
  /** Without it there is no such page. */
  essential?: true
  /** A list that the browser loads on, page after page: only its first page comes along. */
  growing?: true
}

export type PublicPage = {
  /** As the browser's router spells it. */
  pattern: string
  reads: readonly Read[]
  /** Its content depends on the query of its address. */
  readsQuery?: true
  /** Not for search engines. */
  unlisted?: true
  /** Can be read and left without the app: it comes at the first sign of a person (docs/decisions/013). */
  calm?: true
}

type Entry = Omit<PublicPage, 'reads'> & { reads?: (slug: string) => Read[] }

export const products: Read = { key: ['/api/products'], path: '/api/products?limit=100' }
const releases: Read = { key: ['/api/releases'], path: '/api/releases?limit=20', growing: true }
const payLinks: Read = { key: ['/api/payment/links'], path: '/api/payment/links' }
const product = (slug: string): Read => ({
  key: ['/api/products', slug],
  path: `/api/products/${slug}`,
  essential: true,
})

/** The pages that arrive with their content, the same for everybody. All others arrive as the empty shell. */
const PUBLIC_PAGES: readonly Entry[] = [
  { pattern: '/', reads: () => [products, payLinks], calm: true },
  { pattern: '/pricing', reads: () => [products, payLinks], calm: true },
  { pattern: '/products', reads: () => [products], readsQuery: true },
  { pattern: '/products/:slug', reads: (slug) => [product(slug), products] },
  { pattern: '/changelog', reads: () => [releases], calm: true },
  { pattern: '/terms', calm: true },
  { pattern: '/privacy', calm: true },
  { pattern: '/refund-policy', calm: true },
  { pattern: '/licence', calm: true },
  { pattern: '/about', calm: true },
  { pattern: '/auth', readsQuery: true, unlisted: true },
  { pattern: '/forgot-password', unlisted: true },
]

/** The public page at this path, or null. */
export function publicPageAt(path: string): PublicPage | null {
  for (const { reads, ...page } of PUBLIC_PAGES) {
    const match = new RegExp(`^${page.pattern.replace(':slug', '([a-z0-9-]+)')}$`).exec(path)
    if (match) return { ...page, reads: reads?.(match[1] ?? '') ?? [] }
  }
  return null
}

/** The paths that search engines shall know; products have theirs besides. */
export const listedPaths = (): string[] =>
  PUBLIC_PAGES.filter(({ pattern, unlisted }) => !unlisted && !pattern.includes(':')).map(
    ({ pattern }) => pattern,
  )
