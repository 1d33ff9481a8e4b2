import type { Product } from '../../../worker/features/catalogue/contract.ts'

type Searched = Pick<Product, 'name' | 'description' | 'category' | 'features' | 'tier'>

/** Every product that has all the words somewhere in its texts, scripts before the plans. */
export function findScripts<Item extends Searched>(products: readonly Item[], wanted: string): Item[] {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean)
  return products
    .filter((product) => {
      const text = textOf(product)
      return words.every((word) => text.includes(word))
    })
    .sort((a, b) => Number(a.tier !== 'script') - Number(b.tier !== 'script'))
}

const textOf = ({ name, description, category, features }: Searched) =>
  [name, category, description, ...features].join('\n').toLowerCase()
