import { CATEGORIES, type Category, type Product } from '#shared/catalogue/contract.ts'
import { categoryOf } from '#shared/catalogue/rules.ts'
import { foldText } from '../../../lib/fold-text.ts'
import { matchesSearch } from '../../../lib/matches-search.ts'

export const PURCHASE_FILTERS = ['all', 'subscriptions', 'one-time'] as const
export const SORTS = ['newest', 'name', 'price-up', 'price-down'] as const

/** The filter in the catalogue's address. */
export type CatalogueFilter = {
  q: string
  category: Category | null
  type: (typeof PURCHASE_FILTERS)[number]
  sort: (typeof SORTS)[number]
}

/** The same limit as the API's search, in characters. */
export const MAX_QUERY = 100

export const NO_FILTER: CatalogueFilter = { q: '', category: null, type: 'all', sort: 'newest' }

/** Reads an address. Unknown values are ignored. */
export function readFilter(params: URLSearchParams): CatalogueFilter {
  const category = params.get('category')?.toLowerCase()
  const type = params.get('type')
  const sort = params.get('sort')
  return {
    q: (params.get('q') ?? '').slice(0, MAX_QUERY),
    category: CATEGORIES.find((name) => name.toLowerCase() === category) ?? NO_FILTER.category,
    type: PURCHASE_FILTERS.find((name) => name === type) ?? NO_FILTER.type,
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
    sort: filter.sort === NO_FILTER.sort ? '' : filter.sort,
  }
  for (const [name, value] of Object.entries(said)) {
    if (value) next.set(name, value)
    else next.delete(name)
  }
  return next
}

/** Whether the filter can hide products. An order hides none. */
export const isNarrowing = ({ q, category, type }: CatalogueFilter): boolean =>
  q.trim() !== '' || category !== null || type !== 'all'

/** The products that match the filter, in the filter's order. */
export function applyFilter<Item extends Product>(
  products: readonly Item[],
  filter: CatalogueFilter,
): Item[] {
  return products
    .filter(
      (product) =>
        (filter.category === null || categoryOf(product.features) === filter.category) &&
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
