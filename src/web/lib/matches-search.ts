import type { Product } from '#shared/catalogue/contract.ts'
import { categoryOf } from '#shared/catalogue/rules.ts'
import { foldText } from './fold-text.ts'

export type Searched = Pick<Product, 'name' | 'description' | 'features'>

/**
 * Whether the product's texts contain every word of the search: name, category (as on the badge), description,
 * features.
 */
export function matchesSearch({ name, description, features }: Searched, wanted: string): boolean {
  const words = foldText(wanted).split(/\s+/).filter(Boolean)
  if (words.length === 0) return true
  const text = foldText([name, categoryOf(features), description, ...features].join('\n'))
  return words.every((word) => text.includes(word))
}
