import type { Product } from '#shared/catalogue/contract.ts'
import { categoryOf } from '#shared/catalogue/rules.ts'
import { absolute, breadcrumbs, type JsonLdSource } from '../../../lib/json-ld.ts'

/** What is sold here, for how much, and whether it can be had now. */
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
      // As the page's badge says it.
      category: categoryOf(features),
      image: absolute(origin, imageUrl ?? '/link-preview.png'),
      url: address,
      offers: {
        '@type': 'Offer',
        url: address,
        price: price.toFixed(2),
        priceCurrency: 'USD',
        // Without a published file nothing can be bought.
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
