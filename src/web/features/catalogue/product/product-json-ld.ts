import type { Product } from '#shared/catalogue/contract.ts'
import { categoryOf } from '#shared/catalogue/rules.ts'
import { absolute, breadcrumbs, type JsonLdSource } from '../../../lib/json-ld.ts'

/** The product with its price and availability. */
export const productJsonLd: JsonLdSource = ({ params, read, origin }) => {
  const product = read<Product>(['/api/products', params.slug])
  if (!product) return []
  const { slug, name, description, features, price, imageUrl, fileVersion, isSubscription } = product
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
      image: absolute(origin, imageUrl ?? '/link-preview.png'),
      url: address,
      offers: {
        '@type': 'Offer',
        url: address,
        price: price.toFixed(2),
        priceCurrency: 'USD',
        // A product without a published file cannot be bought.
        availability: `https://schema.org/${fileVersion ? 'InStock' : 'OutOfStock'}`,
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
    },
    breadcrumbs(origin, [
      { name: 'Home', path: '/' },
      { name: 'Scripts', path: '/products' },
      { name, path: `/products/${slug}` },
    ]),
  ]
}
