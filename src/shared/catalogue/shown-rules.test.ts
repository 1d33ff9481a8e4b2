import { describe, expect, test } from 'vitest'
import type { Product } from './contract.ts'
import { besideProduct, offersOf, relatedProducts } from './shown-rules.ts'

const a = (id: number, feature: string, tier: Product['tier'] = 'script') =>
  ({ id, features: [feature], tier }) as Product

test('scripts of the same category come first, and neither the script itself nor a plan is listed', () => {
  const shop = [a(1, 'Farm'), a(2, 'Farm', 'premium'), a(3, 'Wallet'), a(4, 'Farm'), a(5, 'Farm')]
  const ids = (count: number) => relatedProducts(a(4, 'Farm'), shop, count).map(({ id }) => id)
  expect(ids(3)).toEqual([1, 5, 3])
  expect(ids(1)).toEqual([1])
  expect(relatedProducts(a(1, 'Farm'), [a(1, 'Farm')], 3)).toEqual([])
})

describe('of a list', () => {
  const sold = (
    id: number,
    feature: string,
    tier: Product['tier'] = 'script',
    fileName: string | null = 'a.zip',
  ) => ({ ...a(id, feature, tier), slug: `s${id}`, fileName, bundle: null }) as Product
  const shop = [
    sold(1, 'Farm'),
    sold(2, 'All', 'premium'),
    sold(3, 'Wallet', 'script', null),
    sold(4, 'Wallet'),
    sold(5, 'Farm'),
    sold(6, 'Wallet'),
    sold(12, 'All', 'lifetime', null),
  ]
  const ids = (products: Product[]) => products.map(({ id }) => id)

  test('the offers are every plan and the first three scripts for sale, in the order of the list', () => {
    expect(ids(offersOf(shop))).toEqual([1, 2, 4, 5, 12])
  })

  test('beside a product are the plans for sale and its related scripts, also by its number', () => {
    expect(ids(besideProduct(shop, 's4'))).toEqual([2, 6, 1, 5])
    expect(ids(besideProduct(shop, '5'))).toEqual([2, 1, 4, 6])
    expect(ids(besideProduct(shop, 'unknown'))).toEqual([2])
  })
})
