import type { Product } from '#shared/catalogue/contract.ts'
import { PREVIEW_HEIGHT, PREVIEW_WIDTH, previewPath } from '#shared/catalogue/preview-path.ts'
import { PAGES } from '#shared/pages/page-table.ts'
import type { PageMeta, PageView } from '../../../lib/page-meta.ts'

export function productMeta({ params, read }: PageView): PageMeta {
  const product = read<Product>(['/api/products', params.slug])
  if (!product) return PAGES['/products/:slug']
  return {
    title: product.name,
    description: shortened(product.description),
    canonicalPath: `/products/${product.slug}`,
    image: { path: previewPath(product), width: PREVIEW_WIDTH, height: PREVIEW_HEIGHT },
  }
}

/** Search engines cut descriptions at about 160 characters. This function cuts between two words. */
function shortened(text: string): string {
  if (text.length <= 160) return text
  return `${text.slice(0, 159).replace(/\s+\S*$/, '')}…`
}
