import type { Product } from '../../../worker/features/catalogue/contract.ts'
import type { PageMeta } from './page-meta.ts'

/** The head of the catalogue, without a filter: a filtered list is no page of its own. */
export function productsMeta(products: readonly Pick<Product, 'slug' | 'name'>[], origin: string): PageMeta {
  return {
    title: 'Scripts',
    description:
      'Airdrop automation scripts to download: single purchases with 3 months of updates, subscriptions, and plans that open all of them.',
    jsonLd: [
      {
        '@context': 'https://schema.org',
        '@type': 'ItemList',
        itemListElement: products.map(({ slug, name }, index) => ({
          '@type': 'ListItem',
          position: index + 1,
          name,
          url: `${origin}/products/${slug}`,
        })),
      },
    ],
  }
}
