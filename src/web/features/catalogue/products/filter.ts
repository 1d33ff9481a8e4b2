import type { Product } from '#shared/catalogue/contract.ts'
import { CATEGORIES, type Category, categoryOf } from '#shared/catalogue/rules.ts'
import { ANY, LANGUAGES } from '#shared/scan/terms.ts'
import { foldText } from '../../../lib/fold-text.ts'
import { matchesSearch } from '../../../lib/matches-search.ts'

export const PURCHASE_FILTERS = ['all', 'subscriptions', 'one-time'] as const
export const SORTS = ['newest', 'name', 'price-up', 'price-down'] as const

/** The filter in the catalogue's address. */
export type CatalogueFilter = {
  q: string
  category: Category | null
  type: (typeof PURCHASE_FILTERS)[number]
  /** In lower case, as in the address; null: all. */
  network: string | null
  language: Product['language']
  sort: (typeof SORTS)[number]
}

/** The same limit as the API's search, in characters. */
export const MAX_QUERY = 100

export const NO_FILTER: CatalogueFilter = {
  q: '',
  category: null,
  type: 'all',
  network: null,
  language: null,
  sort: 'newest',
}

/** Reads an address. Unknown values are ignored. */
export function readFilter(params: URLSearchParams): CatalogueFilter {
  const category = params.get('category')?.toLowerCase()
  const type = params.get('type')
  const sort = params.get('sort')
  const language = params.get('language')
  return {
    q: (params.get('q') ?? '').slice(0, MAX_QUERY),
    category: CATEGORIES.find((name) => name.toLowerCase() === category) ?? NO_FILTER.category,
    type: PURCHASE_FILTERS.find((name) => name === type) ?? NO_FILTER.type,
    network: params.get('network')?.trim().toLowerCase().slice(0, MAX_QUERY) || NO_FILTER.network,
    language: LANGUAGES.find((name) => name === language) ?? NO_FILTER.language,
    sort: SORTS.find((name) => name === sort) ?? NO_FILTER.sort,
  }
}

/** The same address with this filter. Default values are left out, and unrelated parameters stay. */
export function writeFilter(params: URLSearchParams, filter: CatalogueFilter): URLSearchParams {
  const next = new URLSearchParams(params)
  const said = {
    q: filter.q.trim() === '' ? '' : filter.q,
    category: filter.category?.toLowerCase() ?? '',
    type: filter.type === NO_FILTER.type ? '' : filter.type,
    network: filter.network ?? '',
    language: filter.language ?? '',
    sort: filter.sort === NO_FILTER.sort ? '' : filter.sort,
  }
  for (const [name, value] of Object.entries(said)) {
    if (value) next.set(name, value)
    else next.delete(name)
  }
  return next
}

/** Whether the filter can hide products. An order hides none. */
export const isNarrowing = ({ q, category, type, network, language }: CatalogueFilter): boolean =>
  q.trim() !== '' || category !== null || type !== 'all' || network !== null || language !== null

/** Whether a product is for a network: one for any network is for all of them. */
const isFor = (network: string, chains: readonly string[]): boolean =>
  chains.some((chain) => chain === ANY || chain.toLowerCase() === network)

/** The networks that products name, in alphabetical order. */
export const networksOf = (products: readonly Product[]): string[] =>
  [...new Set(products.flatMap(({ chains }) => chains))].filter((chain) => chain !== ANY).sort(compareText)

/** The languages that products have, in the contract's order. */
export const languagesOf = (products: readonly Product[]) =>
  LANGUAGES.filter((language) => products.some((product) => product.language === language))

/** The products that match the filter, in the filter's order. */
export function applyFilter<Item extends Product>(
  products: readonly Item[],
  filter: CatalogueFilter,
): Item[] {
  return products
    .filter(
      (product) =>
        (filter.category === null || categoryOf(product.features) === filter.category) &&
        (filter.network === null || isFor(filter.network, product.chains)) &&
        (filter.language === null || product.language === filter.language) &&
        (filter.type === 'all' || product.isSubscription === (filter.type === 'subscriptions')) &&
        matchesSearch(product, filter.q),
    )
    .sort((a, b) => orders[filter.sort](a, b) || byName(a, b) || a.id - b.id)
}

type Order = (a: Product, b: Product) => number

const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
const byName: Order = (a, b) => compareText(foldText(a.name), foldText(b.name))
// ISO timestamps sort as text. A product without a release counts from its creation.
const shownSince = ({ releasedAt, createdAt }: Product) => releasedAt ?? createdAt

const orders: Record<CatalogueFilter['sort'], Order> = {
  newest: (a, b) => compareText(shownSince(b), shownSince(a)),
  name: byName,
  'price-up': (a, b) => a.price - b.price,
  'price-down': (a, b) => b.price - a.price,
}
