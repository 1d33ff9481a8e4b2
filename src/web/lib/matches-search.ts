import type { Product } from '#shared/catalogue/contract.ts'
import { categoryOf } from '#shared/catalogue/rules.ts'
import { foldText } from './fold-text.ts'

export type Searched = Pick<Product, 'name' | 'description' | 'features' | 'language' | 'chains'>

/** The words by which people search for a language. */
const LANGUAGE_WORDS: Record<NonNullable<Product['language']>, string> = {
  python: 'Python',
  javascript: 'JavaScript Node.js',
  data: '',
}

/**
 * Whether the product's texts contain every word of the search: name, category (as on the badge), description,
 * features, language and networks.
 */
export function matchesSearch(product: Searched, wanted: string): boolean {
  const words = foldText(wanted).split(/\s+/).filter(Boolean)
  if (words.length === 0) return true
  const text = textOf(product)
  return words.every((word) => text.includes(word))
}

const texts = new WeakMap<Searched, string>()

/** Kept for the next letter of a search. */
function textOf(product: Searched): string {
  const { name, description, features, language, chains } = product
  const text =
    texts.get(product) ??
    foldText(
      [
        name,
        categoryOf(features),
        description,
        ...features,
        language ? LANGUAGE_WORDS[language] : '',
        ...chains,
      ].join('\n'),
    )
  texts.set(product, text)
  return text
}
