import { describe, expect, test } from 'vitest'
import type { Product } from '#shared/catalogue/contract.ts'
import {
  applyFilter,
  isNarrowing,
  languagesOf,
  NO_FILTER,
  networksOf,
  readFilter,
  writeFilter,
} from './filter.ts'

let ids = 0
const product = (input: Partial<Product>): Product => ({
  id: ++ids,
  slug: `p-${ids}`,
  name: `Product ${ids}`,
  description: '',
  tier: 'script',
  category: '',
  bundle: null,
  price: 10,
  isSubscription: false,
  trialDays: 0,
  features: [],
  requirements: [],
  imageUrl: null,
  fileName: 'x.zip',
  fileSize: 1,
  fileType: 'application/zip',
  fileVersion: '1.0',
  sha256: 'a'.repeat(64),
  releasedAt: '2026-01-01T00:00:00.000Z',
  downloadUrl: '',
  language: null,
  chains: [],
  securityUpdatesUntil: null,
  createdAt: '2025-01-01T00:00:00.000Z',
  updatedAt: '2025-01-01T00:00:00.000Z',
  ...input,
})

const read = (address: string) => readFilter(new URLSearchParams(address))
const names = (products: Product[]) => products.map(({ name }) => name)

describe('the filter in the address', () => {
  test('is read completely, and writing it gives the same address', () => {
    const address =
      'q=gas+hours&category=multi-chain&type=one-time&network=monad+testnet&language=python&sort=price-down'
    expect(read(address)).toEqual({
      q: 'gas hours',
      category: 'Multi-chain',
      type: 'one-time',
      network: 'monad testnet',
      language: 'python',
      sort: 'price-down',
    })
    expect(writeFilter(new URLSearchParams(), read(address)).toString()).toBe(address)
  })

  test('is empty for unknown values, and a long search is cut', () => {
    expect(read('category=Toys&type=free&language=cobol&network=+&sort=random&page=3')).toEqual(NO_FILTER)
    expect(read('')).toEqual(NO_FILTER)
    expect(read('category=__proto__&sort=constructor')).toEqual(NO_FILTER)
    expect(read(`q=${'x'.repeat(500)}`).q).toHaveLength(100)
  })

  test('leaves out default values and keeps unrelated parameters', () => {
    const before = new URLSearchParams('ref=ABCD1234&q=old&sort=name&category=toys')
    expect(writeFilter(before, NO_FILTER).toString()).toBe('ref=ABCD1234')
    expect(writeFilter(before, { ...NO_FILTER, q: '   ' }).toString()).toBe('ref=ABCD1234')
    expect(before.get('q')).toBe('old')
  })

  test('hides products by search, category, type, network and language, not by order', () => {
    expect(isNarrowing(NO_FILTER)).toBe(false)
    expect(isNarrowing(read('sort=name&q=+'))).toBe(false)
    for (const address of ['q=a', 'category=wallet', 'type=one-time', 'network=base', 'language=python'])
      expect(isNarrowing(read(address)), address).toBe(true)
  })
})

describe('a search', () => {
  const found = (q: string, input: Partial<Product>) =>
    applyFilter([product(input)], { ...NO_FILTER, q }).length === 1

  test('searches name, description and features', () => {
    expect(found('farmer', { name: 'Monad Farmer' })).toBe(true)
    expect(found('offline', { description: 'Runs offline.' })).toBe(true)
    expect(found('ledger', { features: ['One', 'A ledger'] })).toBe(true)
    expect(found('farmer', { slug: 'farmer', requirements: ['farmer'] })).toBe(false)
  })

  test('searches language and networks', () => {
    expect(found('python', { language: 'python' })).toBe(true)
    expect(found('node.js', { language: 'javascript' })).toBe(true)
    expect(found('scroll', { chains: ['Scroll'] })).toBe(true)
    expect(found('python', { language: 'javascript' })).toBe(false)
  })

  test('ignores case and accents in the query and in the texts', () => {
    expect(found('CAFE', { name: 'Café Planner' })).toBe(true)
    expect(found('ÉLAN', { name: 'elan' })).toBe(true)
    expect(found('cafe\u0301', { name: 'CAFÉ' })).toBe(true)
  })

  test('needs every word, in any order and place', () => {
    const input = { name: 'Scroll Sessions', features: ['Cheapest hours from your gas table'] }
    expect(found('  gas   scroll ', input)).toBe(true)
    expect(found('gas monad', input)).toBe(false)
  })

  test('treats special characters as plain text', () => {
    expect(found('.*', { name: 'Anything' })).toBe(false)
    expect(found('c++ (beta)', { name: 'C++ (Beta)' })).toBe(true)
  })
})

describe('category and type', () => {
  const wallet = product({ name: 'W', features: ['One wallet'] })
  const farm = product({ name: 'F', features: ['Farm plan'], isSubscription: true, category: 'Wallet' })

  test('the category is that of the badge, not the stored one', () => {
    expect(names(applyFilter([wallet, farm], read('category=wallet')))).toEqual(['W'])
    expect(names(applyFilter([wallet, farm], read('category=farming')))).toEqual(['F'])
  })

  test('the type separates subscriptions from single payments', () => {
    expect(names(applyFilter([wallet, farm], read('type=subscriptions')))).toEqual(['F'])
    expect(names(applyFilter([wallet, farm], read('type=one-time')))).toEqual(['W'])
    expect(applyFilter([wallet, farm], read('type=one-time&category=farming'))).toEqual([])
  })
})

describe('network and language', () => {
  const one = product({ name: 'One', chains: ['Base', 'Ethereum'], language: 'python' })
  const other = product({ name: 'Other', chains: ['Scroll'], language: 'javascript' })
  const anywhere = product({ name: 'Anywhere', chains: ['*'], language: 'python' })
  const all = [one, other, anywhere]

  test('a network finds the products that name it and those for any network', () => {
    expect(names(applyFilter(all, read('network=base&sort=name')))).toEqual(['Anywhere', 'One'])
    expect(names(applyFilter(all, read('network=SCROLL&language=javascript')))).toEqual(['Other'])
    expect(applyFilter([one, other], read('network=elsewhere'))).toEqual([])
  })

  test('the choices are those of the products', () => {
    expect(networksOf(all)).toEqual(['Base', 'Ethereum', 'Scroll'])
    expect(languagesOf(all)).toEqual(['python', 'javascript'])
  })
})

describe('the order', () => {
  const list = [
    product({ name: 'beta', price: 20, releasedAt: '2026-03-01T00:00:00.000Z' }),
    product({ name: 'Ángel', price: 20, releasedAt: '2026-05-01T00:00:00.000Z' }),
    product({ name: 'Zeta', price: 5, releasedAt: null, createdAt: '2026-04-01T00:00:00.000Z' }),
  ]
  test.each([
    ['newest', ['Ángel', 'Zeta', 'beta']],
    ['name', ['Ángel', 'beta', 'Zeta']],
    ['price-up', ['Zeta', 'Ángel', 'beta']],
    ['price-down', ['Ángel', 'beta', 'Zeta']],
  ])('by %s sorts the products and leaves the list unchanged', (sort, wanted) => {
    expect(names(applyFilter(list, read(`sort=${sort}`)))).toEqual(wanted)
    expect(names(applyFilter([...list].reverse(), read(`sort=${sort}`)))).toEqual(wanted)
    expect(names(list)).toEqual(['beta', 'Ángel', 'Zeta'])
  })
})
