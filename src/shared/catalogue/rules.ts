import type { Category, Product } from './contract.ts'

/** Ordered: the first rule that any feature matches decides. Source: the specification, section 4. */
const CATEGORY_WORDS: readonly (readonly [Category, readonly string[]])[] = [
  ['Wallet', ['wallet', 'key']],
  ['Farming', ['farm']],
  ['Analytics', ['analytic', 'data']],
  ['Multi-chain', ['chain', 'network']],
]

/** The category badge of a product, read from its feature texts. */
export function categoryOf(features: readonly string[]): Category {
  const text = features.join('\n').toLowerCase()
  return CATEGORY_WORDS.find(([, signs]) => signs.some((sign) => text.includes(sign)))?.[0] ?? 'Automation'
}

/** Whether a product can be bought: it has a published file. The server refuses to sell any other. */
export const isForSale = ({ fileName }: Pick<Product, 'fileName'>): boolean => fileName !== null
