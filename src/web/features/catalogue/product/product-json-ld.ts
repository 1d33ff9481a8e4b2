import type { InfiniteData } from '@tanstack/react-query'
import type { Product } from '#shared/catalogue/contract.ts'
import { previewPath } from '#shared/catalogue/preview-path.ts'
import { categoryOf, isForSale } from '#shared/catalogue/rules.ts'
import type { Review, ReviewSummary } from '#shared/reviews/contract.ts'
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
      ...ratingsOf(read<Reviews>(['/api/products', params.slug, 'reviews'])),
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

type Reviews = InfiniteData<{ data: Review[]; summary: ReviewSummary }>

/** Only what the page shows: the average of all published reviews, and the first page of them. */
function ratingsOf(reviews: Reviews | undefined) {
  const first = reviews?.pages[0]
  if (!first || first.summary.average === null) return {}
  return {
    aggregateRating: {
      '@type': 'AggregateRating',
      ratingValue: first.summary.average,
      reviewCount: first.summary.count,
      bestRating: 5,
      worstRating: 1,
    },
    review: first.data.map(({ rating, text, author, publishedAt }) => ({
      '@type': 'Review',
      reviewRating: { '@type': 'Rating', ratingValue: rating, bestRating: 5, worstRating: 1 },
      author: { '@type': 'Person', name: author },
      datePublished: publishedAt,
      reviewBody: text,
    })),
  }
}
