import type { PagePath } from '#shared/pages/page-table.ts'
import type { PayMethods } from '#shared/payments/contract.ts'
import { productJsonLd } from './features/catalogue/product/product-json-ld.ts'
import { productsJsonLd } from './features/catalogue/products/products-json-ld.ts'
import { FAQ_ITEMS, pricingFaqItems } from './features/landing/faq/items.ts'
import { shopJsonLd } from './features/landing/shop-json-ld.ts'
import { payMethodsQuery } from './features/payments/queries.ts'
import { faqPage, type JsonLd, type JsonLdSource } from './lib/json-ld.ts'
import type { PageView } from './lib/page-meta.ts'

const takesCrypto = (read: PageView['read']) => read<PayMethods>(payMethodsQuery().queryKey)?.crypto != null

/** The structured data of each page. Questions only if the page shows them. */
const sources: Partial<Record<PagePath, JsonLdSource[]>> = {
  '/': [shopJsonLd, () => [faqPage(FAQ_ITEMS)]],
  '/pricing': [({ read }) => [faqPage(pricingFaqItems(takesCrypto(read)))]],
  '/products': [productsJsonLd],
  '/products/:slug': [productJsonLd],
}

export const jsonLdOf = (pattern: string, view: Parameters<JsonLdSource>[0]): JsonLd[] =>
  (sources[pattern as PagePath] ?? []).flatMap((source) => source(view))
