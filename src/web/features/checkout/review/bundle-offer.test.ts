import { expect, test } from 'vitest'
import type { Product } from '#shared/catalogue/contract.ts'
import { bundleLine, namesOf } from '../../catalogue/bundles/bundle-labels.ts'
import { offeredBundle } from './bundle-offer.ts'

const single = (id: number) => ({ id, slug: `s${id}`, name: `Script ${id}`, price: 20, isForSale: true })
const bundle = (id: number, ids: number[], isOffered = true) =>
  ({ id, price: 30, bundle: { products: ids.map(single), isOffered } }) as Product

const offered = (bundles: Product[], mine: number[] = []) =>
  offeredBundle(
    { id: 1, bundles },
    mine.map((id) => ({ id })),
  )?.id ?? null

test.each([
  ['without a bundle nothing is offered', [], [], null],
  ['one of several is offered: the first', [bundle(10, [1, 2]), bundle(11, [1, 2, 3])], [], 10],
  ['one that the owner has switched off is skipped', [bundle(10, [1, 2], false), bundle(11, [1, 3])], [], 11],
  [
    'one with another script that the buyer has is skipped',
    [bundle(10, [1, 2]), bundle(11, [1, 3])],
    [2],
    11,
  ],
  ['the script itself may be the buyer’s already', [bundle(10, [1, 2])], [1], 10],
] as const)('%s', (_, bundles, mine, id) => {
  expect(offered([...bundles], [...mine])).toBe(id)
})

test('the line of a bundle counts its scripts, and names a saving only where there is one', () => {
  expect(bundleLine(bundle(10, [1, 2]))).toBe('2 scripts · saves $10.00')
  expect(bundleLine({ ...bundle(10, [1, 2]), price: 40 })).toBe('2 scripts')
  expect(bundleLine({ price: 1, bundle: null })).toBeNull()
  expect(namesOf([single(1), single(2), single(3)])).toBe('Script 1, Script 2, and Script 3')
})
