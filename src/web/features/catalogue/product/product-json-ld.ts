import type { Product } from '#shared/catalogue/contract.ts'
import { previewPath } from '#shared/catalogue/preview-path.ts'
import { categoryOf, isForSale } from '#shared/catalogue/rules.ts'
import { absolute, breadcrumbs, type JsonLdSource } from '../../../lib/json-ld.ts'

/** The product, with its price where it can be bought. */
export const productJsonLd: JsonLdSource = ({ params, read, origin }) => {
  const product = read<Product>(['/api/products', params.slug])
  if (!product) return []
  const { slug, name, description, features, price, imageUrl, isSubscription } = product
  const address = absolute(origin, `/products/${slug}`)
  return [
    {
      '@type': 'Product',
      '@id': `${address}#product`,
      name,
      description,
      sku: slug,
      // The same category as on the page's badge.
      category: categoryOf(features),
      image: absolute(origin, imageUrl ?? previewPath(product)),
      url: address,
      ...(isForSale(product) && {
        offers: {
          '@type': 'Offer',
          url: address,
          price: price.toFixed(2),
          priceCurrency: 'USD',
          availability: 'https://schema.org/InStock',
          seller: { '@id': absolute(origin, '/#organization') },
          ...(isSubscription && {
            priceSpecification: {
              '@type': 'UnitPriceSpecification',
              price: price.toFixed(2),
              priceCurrency: 'USD',
              referenceQuantity: { '@type': 'QuantitativeValue', value: 1, unitCode: 'MON' },
            },
          }),
        },
      }),
    },
    breadcrumbs(origin, [
      { name: 'Home', path: '/' },
      { name: 'Scripts', path: '/products' },
      { name, path: `/products/${slug}` },
    ]),
  ]
}
