import type { ProductDetail } from '../../../worker/features/catalogue/contract.ts'
import { categoryOf } from '../../../worker/features/catalogue/rules.ts'
import { BRAND } from '../../ui/brand.ts'
import { breadcrumbLd, type PageMeta } from './page-meta.ts'
import { truncateText } from './truncate-text.ts'

/** As much of a description as a search engine shows. */
const SNIPPET = 155

/** The head of a product's page; `origin` is PUBLIC_URL, because machines want whole addresses. */
export function productMeta(product: ProductDetail, origin: string): PageMeta {
  const { slug, name, description } = product
  const path = `/products/${slug}`
  return {
    title: name,
    description: truncateText(description, SNIPPET),
    jsonLd: [
      productLd(product, origin, origin + path),
      breadcrumbLd(origin, [
        { name: 'Scripts', path: '/products' },
        { name, path },
      ]),
    ],
  }
}

function productLd(product: ProductDetail, origin: string, url: string) {
  const { id, name, description, features, imageUrl, releasedAt, fileVersion } = product
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    '@id': url,
    url,
    sku: String(id),
    name,
    description,
    category: categoryOf(features),
    brand: { '@type': 'Brand', name: BRAND },
    ...(imageUrl ? { image: new URL(imageUrl, origin).href } : {}),
    ...(releasedAt ? { releaseDate: releasedAt.slice(0, 10) } : {}),
    ...(fileVersion
      ? { additionalProperty: [{ '@type': 'PropertyValue', name: 'Version', value: fileVersion }] }
      : {}),
    offers: offerLd(product, url),
  }
}

function offerLd({ price, isSubscription, fileName }: ProductDetail, url: string) {
  const amount = { price: price.toFixed(2), priceCurrency: 'USD' }
  return {
    '@type': 'Offer',
    url,
    ...amount,
    // Without a file it cannot be bought.
    availability: `https://schema.org/${fileName === null ? 'OutOfStock' : 'InStock'}`,
    ...(isSubscription
      ? {
          priceSpecification: {
            '@type': 'UnitPriceSpecification',
            ...amount,
            billingDuration: 1,
            billingIncrement: 1,
            unitCode: 'MON',
          },
        }
      : {}),
  }
}
