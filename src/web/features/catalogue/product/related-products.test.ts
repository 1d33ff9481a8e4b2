import { expect, test } from 'vitest'
import type { Product } from '#shared/catalogue/contract.ts'
import { relatedProducts } from './related-products.ts'

const a = (id: number, feature: string, tier: Product['tier'] = 'script') =>
  ({ id, features: [feature], tier }) as Product

test('scripts of the same category come first, and neither the script itself nor a plan is listed', () => {
  const shop = [a(1, 'Farm'), a(2, 'Farm', 'premium'), a(3, 'Wallet'), a(4, 'Farm'), a(5, 'Farm')]
  const ids = (count: number) => relatedProducts(a(4, 'Farm'), shop, count).map(({ id }) => id)
  expect(ids(3)).toEqual([1, 5, 3])
  expect(ids(1)).toEqual([1])
  expect(relatedProducts(a(1, 'Farm'), [a(1, 'Farm')], 3)).toEqual([])
})
