import type { Product } from '../../../worker/features/catalogue/contract.ts'
import { categoryOf } from '../../../worker/features/catalogue/rules.ts'
import { foldText } from './fold-text.ts'

export type Searched = Pick<Product, 'name' | 'description' | 'features'>

/** Whether every word stands somewhere in the product's texts: name, the category its badge says, description, features. */
export function matchesWords({ name, description, features }: Searched, wanted: string): boolean {
  const words = foldText(wanted).split(/\s+/).filter(Boolean)
  if (words.length === 0) return true
  const text = foldText([name, categoryOf(features), description, ...features].join('\n'))
  return words.every((word) => text.includes(word))
}
