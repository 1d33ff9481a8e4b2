/** An API answer that a page shows: the query's key in the browser, and the call. `:slug` stands for that of the path. */
export type PageRead = {
  key: readonly string[]
  path: string
  /** Without it there is no such page. */
  essential?: true
  /** A list that the browser loads page by page: only its first page comes with the document. */
  growing?: true
}

/** What pages name in the table as their data. Apart from it, because the browser's code does not need this. */
export const PAGE_READS = {
  products: { key: ['/api/products'], path: '/api/products?limit=100' },
  product: { key: ['/api/products', ':slug'], path: '/api/products/:slug', essential: true },
  releases: { key: ['/api/releases'], path: '/api/releases?limit=20', growing: true },
  paymentLinks: { key: ['/api/payment/links'], path: '/api/payment/links' },
} as const satisfies Record<string, PageRead>

export type PageReadName = keyof typeof PAGE_READS
