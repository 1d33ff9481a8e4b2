import { expect, test } from 'vitest'
import { arrangeLibrary, type LibraryItem, readSort } from './library.ts'

const item = (name: string, since: string, releasedAt: string | null, isBought = true): LibraryItem => ({
  name,
  slug: name.toLowerCase(),
  description: `${name} plans transactions`,
  features: ['Python'],
  language: 'python',
  chains: [],
  releasedAt,
  access: {
    source: isBought ? 'purchase' : 'premium',
    since,
    until: null,
    renews: false,
    updatesUntil: null,
    bundle: null,
    purchase: null,
  },
})

const LIBRARY = [
  item('Beta', '2026-01-02T00:00:00.000Z', null),
  item('Alpha', '2026-01-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z'),
  item('Gamma', '2026-01-02T00:00:00.000Z', '2026-04-01T00:00:00.000Z', false),
]
const names = (view: Partial<Parameters<typeof arrangeLibrary>[1]>) =>
  arrangeLibrary(LIBRARY, { ownership: 'all', wanted: '', sort: 'added', ...view }).map(({ name }) => name)

test.each([
  ['added', ['Beta', 'Gamma', 'Alpha']],
  ['updated', ['Gamma', 'Alpha', 'Beta']],
  ['name', ['Alpha', 'Beta', 'Gamma']],
] as const)('sorted by %s, products of one moment are in the order of their names', (sort, expected) => {
  expect(names({ sort })).toEqual(expected)
})

test('the filter and the search both apply', () => {
  expect(names({ ownership: 'one-time' })).toEqual(['Beta', 'Alpha'])
  expect(names({ wanted: 'PYTHON gam' })).toEqual(['Gamma'])
  expect(names({ ownership: 'one-time', wanted: 'gamma' })).toEqual([])
})

test('an unknown order in the address is the order of purchase', () => {
  expect([readSort(null), readSort('size'), readSort('name')]).toEqual(['added', 'added', 'name'])
})
