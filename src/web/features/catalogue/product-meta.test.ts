import { expect, test } from 'vitest'
import type { ProductDetail } from '../../../worker/features/catalogue/contract.ts'
import { productMeta } from './product-meta.ts'
import { productsMeta } from './products-meta.ts'

const ORIGIN = 'https://shop.example'
const product = {
  id: 7,
  slug: 'base',
  name: 'Base Streak Planner',
  description: 'Plans. '.repeat(60),
  price: 35,
  isSubscription: false,
  features: ['Farm'],
  imageUrl: '/images/7.png',
  fileName: 'base.zip',
  fileVersion: '1.0.0',
  releasedAt: '2026-09-30T10:00:00.000Z',
} as ProductDetail

type Ld = Record<string, unknown> & { offers: Record<string, unknown> }
const ldOf = (wish: Partial<ProductDetail> = {}) =>
  productMeta({ ...product, ...wish }, ORIGIN).jsonLd?.[0] as Ld

test('a product is described to machines with its price, its version and whole addresses', () => {
  expect(ldOf()).toMatchObject({
    '@type': 'Product',
    url: 'https://shop.example/products/base',
    image: 'https://shop.example/images/7.png',
    category: 'Farming',
    releaseDate: '2026-09-30',
    offers: { price: '35.00', priceCurrency: 'USD', availability: 'https://schema.org/InStock' },
  })
  expect(ldOf().offers).not.toHaveProperty('priceSpecification')
  expect(JSON.stringify(productMeta(product, ORIGIN).jsonLd?.[1])).toContain(
    '"item":"https://shop.example/products"',
  )
})

test('a subscription says that its price is for a month, and what has no file is not in stock', () => {
  expect(ldOf({ isSubscription: true, price: 9.99 }).offers).toMatchObject({
    priceSpecification: { price: '9.99', unitCode: 'MON' },
  })
  const unreleased = ldOf({ fileName: null, fileVersion: null, releasedAt: null, imageUrl: null })
  expect(unreleased.offers.availability).toBe('https://schema.org/OutOfStock')
  expect(unreleased).not.toHaveProperty('image')
  expect(unreleased).not.toHaveProperty('releaseDate')
})

test('a picture elsewhere keeps its address, and a description is cut for search engines', () => {
  expect(ldOf({ imageUrl: 'https://cdn.example/a.png' }).image).toBe('https://cdn.example/a.png')
  const { title, description } = productMeta(product, ORIGIN)
  expect(title).toBe('Base Streak Planner')
  expect(Array.from(description).length).toBeLessThanOrEqual(156)
})

test('the catalogue lists its products by address', () => {
  expect(JSON.stringify(productsMeta([product], ORIGIN).jsonLd)).toContain(
    'https://shop.example/products/base',
  )
})
