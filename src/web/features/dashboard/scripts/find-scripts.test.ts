import { expect, test } from 'vitest'
import { findScripts } from './find-scripts.ts'

const a = (name: string, more: Partial<Parameters<typeof findScripts>[0][number]> = {}) => ({
  name,
  description: '',
  features: [] as string[],
  tier: 'script' as const,
  language: null,
  chains: [] as string[],
  ...more,
})
const products = [
  a('Premium', { tier: 'premium', description: 'Every script' }),
  a('Monad Farmer', { features: ['Rotates wallets'], language: 'python' }),
  a('Base Ledger', { features: ['Your data stays with you'], language: 'javascript', chains: ['Scroll'] }),
]
const found = (wanted: string) => findScripts(products, wanted).map(({ name }) => name)

test('an empty search lists every product, scripts before the plans', () => {
  expect(found('  ')).toEqual(['Monad Farmer', 'Base Ledger', 'Premium'])
})

test('a search needs every word in name, category, description, features, language or networks, and ignores case and accents', () => {
  expect(found('mónad')).toEqual(['Monad Farmer'])
  expect(found('MONAD')).toEqual(['Monad Farmer'])
  expect(found('analytics')).toEqual(['Base Ledger'])
  expect(found('every')).toEqual(['Premium'])
  expect(found('wallets monad')).toEqual(['Monad Farmer'])
  expect(found('python')).toEqual(['Monad Farmer'])
  expect(found('node.js scroll')).toEqual(['Base Ledger'])
  expect(found('wallets base')).toEqual([])
})
