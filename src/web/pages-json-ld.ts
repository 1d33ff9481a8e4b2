import type { PagePath } from '#shared/pages/page-table.ts'
import { productJsonLd } from './features/catalogue/product/product-json-ld.ts'
import { productsJsonLd } from './features/catalogue/products/products-json-ld.ts'
import { FAQ_ITEMS, PRICING_FAQ_ITEMS } from './features/landing/faq/items.ts'
import { shopJsonLd } from './features/landing/shop-json-ld.ts'
import { faqPage, type JsonLd, type JsonLdSource } from './lib/json-ld.ts'

/** The structured data of each page. Questions only if the page shows them. */
const sources: Partial<Record<PagePath, JsonLdSource[]>> = {
  '/': [shopJsonLd, () => [faqPage(FAQ_ITEMS)]],
  '/pricing': [() => [faqPage(PRICING_FAQ_ITEMS)]],
  '/products': [productsJsonLd],
  '/products/:slug': [productJsonLd],
}

export const jsonLdOf = (pattern: string, view: Parameters<JsonLdSource>[0]): JsonLd[] =>
  (sources[pattern as PagePath] ?? []).flatMap((source) => source(view))
