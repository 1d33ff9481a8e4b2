/** An API response that a page shows: the browser's query key and the API path, with the parameter of the page's path. */
export type PageRead = {
  key: readonly string[]
  path: string
  /** Without this data the page does not exist (404). */
  essential?: true
  /** A list that the browser loads page by page. The document has only its first page. */
  growing?: true
  /** A parameter of the page's query string that the API path gets too. The key then ends with `name=value`. */
  filter?: string
  /** The page shows these of the list only, or these facts of the product (`catalogue/shown-rules.ts`). */
  pick?: 'offers' | 'beside' | 'waiting'
  /** The parameter of the page's path. */
  param?: string
}

/** The reads that pages name as `data` in the page table. Not in that table's file: the browser does not need them. */
export const PAGE_READS = {
  products: { key: ['/api/products'], path: '/api/products?limit=100' },
  offers: { key: ['/api/products', 'all', 'offers'], path: '/api/products?limit=100', pick: 'offers' },
  beside: { key: ['/api/products', ':slug', 'beside'], path: '/api/products?limit=100', pick: 'beside' },
  product: { key: ['/api/products', ':slug'], path: '/api/products/:slug', essential: true },
  waiting: {
    key: ['/api/products', ':slug', 'waiting'],
    path: '/api/products/:slug',
    essential: true,
    pick: 'waiting',
  },
  reviews: { key: ['/api/products', ':slug', 'reviews'], path: '/api/products/:slug/reviews', growing: true },
  latestReviews: { key: ['/api/reviews', 'latest'], path: '/api/reviews/latest' },
  releases: { key: ['/api/releases'], path: '/api/releases?limit=20', growing: true },
  logCheckpoint: { key: ['/api/log', 'checkpoint'], path: '/api/log/checkpoint' },
  logEntries: { key: ['/api/log'], path: '/api/log?limit=20', growing: true, filter: 'hash' },
  logEntry: { key: ['/api/log', ':index'], path: '/api/log/:index', essential: true },
  payMethods: { key: ['/api/payment/methods'], path: '/api/payment/methods' },
  shop: { key: ['/api/shop'], path: '/api/shop' },
  paymentLinks: { key: ['/api/payment/links'], path: '/api/payment/links' },
} as const satisfies Record<string, PageRead>

export type PageReadName = keyof typeof PAGE_READS
