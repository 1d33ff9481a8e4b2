import type { JsonLd, JsonLdSource } from './app/json-ld.ts'
import type { PagePath } from './app/pages.ts'
import { productJsonLd } from './features/catalogue/product-json-ld.ts'
import { productsJsonLd } from './features/catalogue/products-json-ld.ts'
import { shopJsonLd } from './features/landing/shop-json-ld.ts'

/** Structured data by page; a page that shows the FAQ adds `faqPage(items)`. */
const sources: Partial<Record<PagePath, JsonLdSource[]>> = {
  '/': [shopJsonLd],
  '/products': [productsJsonLd],
  '/products/:slug': [productJsonLd],
}

export const jsonLdOf = (pattern: string, view: Parameters<JsonLdSource>[0]): JsonLd[] =>
  (sources[pattern as PagePath] ?? []).flatMap((source) => source(view))
