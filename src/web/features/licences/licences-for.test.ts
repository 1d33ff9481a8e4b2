import { expect, test } from 'vitest'
import type { Licence } from '#shared/licences/contract.ts'
import { licencesFor, maskKey } from './licences-for.ts'

const licence = (id: number, productId: number, status: Licence['status'] = 'active') => ({
  id,
  status,
  product: { id: productId, slug: `p${productId}`, name: `Product ${productId}` },
})
const idsFor = (productId: number, ...licences: ReturnType<typeof licence>[]) =>
  licencesFor(productId, licences).map(({ id }) => id)

test('a product runs under its own licences and those of the plans that include it', () => {
  const [own, other, premium, lifetime] = [licence(1, 20), licence(2, 21), licence(3, 2), licence(4, 12)]
  expect(idsFor(20, own, other, premium, lifetime)).toEqual([1, 3, 4])
  expect(idsFor(2, own, premium, lifetime)).toEqual([3, 4])
  expect(idsFor(12, own, premium, lifetime)).toEqual([4])
  expect(idsFor(20)).toEqual([])
})

test('an ended licence is shown only if there is no usable one, and then only the newest', () => {
  expect(idsFor(20, licence(2, 20, 'revoked'), licence(1, 2, 'grace'))).toEqual([1])
  expect(idsFor(20, licence(2, 20, 'revoked'), licence(1, 20, 'expired'))).toEqual([2])
})

test('a masked key shows only its prefix and its last group', () => {
  expect(maskKey('WF-AAAAA-BBBBB-CCCCC')).toBe('WF-•••••-•••••-CCCCC')
})
