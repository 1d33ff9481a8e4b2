import { toCents, toUsd } from '#shared/core/money.ts'
import type { Product } from './contract.ts'

export const CATEGORIES = ['Wallet', 'Farming', 'Analytics', 'Multi-chain', 'Automation'] as const
export type Category = (typeof CATEGORIES)[number]

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

/**
 * Whether a product can be bought: it has a published file, or all products of the bundle can be bought. The server
 * refuses to sell any other.
 */
export const isForSale = ({ fileName, bundle }: Pick<Product, 'fileName' | 'bundle'>): boolean =>
  bundle ? bundle.products.every((product) => product.isForSale) : fileName !== null

/** The sum of the prices of a bundle's products in USD, where each is bought alone. */
export const sumOfSingles = ({ products }: NonNullable<Product['bundle']>): number =>
  toUsd(products.reduce((cents, { price }) => cents + toCents(price), 0))

/** What a bundle costs less than its products alone, in USD; 0: it saves nothing. */
export const bundleSaving = ({ price, bundle }: Pick<Product, 'price' | 'bundle'>): number =>
  bundle ? toUsd(Math.max(0, toCents(sumOfSingles(bundle)) - toCents(price))) : 0
