import type { Product } from '../../../worker/features/catalogue/contract.ts'
import { matchesWords, type Searched } from '../catalogue/matches-words.ts'

/** Every product that the catalogue's search finds, scripts before the plans. */
export const findScripts = <Item extends Searched & Pick<Product, 'tier'>>(
  products: readonly Item[],
  wanted: string,
): Item[] =>
  products
    .filter((product) => matchesWords(product, wanted))
    .sort((a, b) => Number(a.tier !== 'script') - Number(b.tier !== 'script'))
