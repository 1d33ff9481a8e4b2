import type { Product } from '#shared/catalogue/contract.ts'
import { matchesSearch, type Searched } from '../../../lib/matches-search.ts'

/** The products that match the search, as in the catalogue; scripts before the plans. */
export const findScripts = <Item extends Searched & Pick<Product, 'tier'>>(
  products: readonly Item[],
  wanted: string,
): Item[] =>
  products
    .filter((product) => matchesSearch(product, wanted))
    .sort((a, b) => Number(a.tier !== 'script') - Number(b.tier !== 'script'))
