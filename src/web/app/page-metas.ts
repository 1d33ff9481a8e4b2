import { PAGES, type PagePath } from '#shared/pages/page-table.ts'
import { adminTitle } from '../admin/shell/admin-titles.ts'
import { productMeta } from '../features/catalogue/product/product-meta.ts'
import type { MetaSource } from '../lib/page-meta.ts'

/** What depends on what the page shows; all other titles and descriptions are in the table. */
const sources: Partial<Record<PagePath, MetaSource>> = {
  '/products/:slug': productMeta,
  '/secure-management/admin-dashboard': ({ query }) => ({ title: adminTitle(query.get('tab')) }),
}

export const metaSourceOf = (path: PagePath): MetaSource => sources[path] ?? PAGES[path]
