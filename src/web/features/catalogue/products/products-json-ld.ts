import type { Product } from '#shared/catalogue/contract.ts'
import { isForSale } from '#shared/catalogue/rules.ts'
import { absolute, breadcrumbs, type JsonLdSource } from '../../../lib/json-ld.ts'

/** The catalogue as a list of product pages. */
export const productsJsonLd: JsonLdSource = ({ read, origin }) => {
  const products = read<Product[]>(['/api/products'])?.filter(isForSale) ?? []
  return [
    {
      '@type': 'ItemList',
      itemListElement: products.map(({ slug, name }, index) => ({
        '@type': 'ListItem',
        position: index + 1,
        name,
        url: absolute(origin, `/products/${slug}`),
      })),
    },
    breadcrumbs(origin, [
      { name: 'Home', path: '/' },
      { name: 'Scripts', path: '/products' },
    ]),
  ]
}
