import type { Category } from './contract.ts'

/** In order: the first rule that any feature fulfils decides. Source: the specification, section 4. */
const words: readonly (readonly [Category, readonly string[]])[] = [
  ['Wallet', ['wallet', 'key']],
  ['Farming', ['farm']],
  ['Analytics', ['analytic', 'data']],
  ['Multi-chain', ['chain', 'network']],
]

/** The category badge of a product, read from its feature texts. */
export function categoryOf(features: readonly string[]): Category {
  const text = features.join('\n').toLowerCase()
  return words.find(([, signs]) => signs.some((sign) => text.includes(sign)))?.[0] ?? 'Automation'
}
