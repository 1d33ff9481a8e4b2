import { PAGES, type PagePath } from '#shared/pages/page-table.ts'
import { adminTitle } from '../admin/shell/admin-titles.ts'
import { productMeta } from '../features/catalogue/product/product-meta.ts'
import type { MetaSource } from '../lib/page-meta.ts'

/** Metas that depend on the page's content. All other titles and descriptions are in `PAGES`. */
const sources: Partial<Record<PagePath, MetaSource>> = {
  '/products/:slug': productMeta,
  '/log/entry/:index': ({ params }) => ({
    ...PAGES['/log/entry/:index'],
    title: `Log entry ${params.index}`,
  }),
  '/secure-management/admin-dashboard': ({ query }) => ({ title: adminTitle(query.get('tab')) }),
}

export const metaSourceOf = (path: PagePath): MetaSource => sources[path] ?? PAGES[path]
