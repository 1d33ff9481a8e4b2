import { CATEGORIES, type Product } from '#shared/catalogue/contract.ts'
import { applyFilter, type CatalogueFilter, PURCHASE_FILTERS } from './filter.ts'
import { FilterLinks } from './filter-links.tsx'
import { SearchBox } from './search-box.tsx'
import { SortMenu } from './sort-menu.tsx'
import type { CatalogueFilterControl } from './use-filter.ts'

const typeLabels: Record<CatalogueFilter['type'], string> = {
  all: 'All',
  subscriptions: 'Subscriptions',
  'one-time': 'One-time',
}

export type CatalogueToolbarProps = {
  /** Undefined while loading: no counts are shown then. */
  products: readonly Product[] | undefined
  control: CatalogueFilterControl
}

/** Search, order and filters. Each filter shows its number of results. */
export function CatalogueToolbar({ products, control }: CatalogueToolbarProps) {
  const { filter, search, choose, hrefFor } = control
  const option = (label: string, change: Partial<CatalogueFilter>, active: boolean) => ({
    label,
    href: hrefFor(change),
    active,
    count: products && applyFilter(products, { ...filter, ...change }).length,
  })
  return (
    <div className="flex flex-col gap-4">
      <div className="flex gap-2 sm:gap-3">
        <SearchBox filter={filter} onSearch={search} />
        <SortMenu sort={filter.sort} onSort={(sort) => choose({ sort })} />
      </div>
      <div className="flex flex-wrap justify-between gap-x-8 gap-y-3">
        <FilterLinks
          label="Category"
          options={[
            option('All categories', { category: null }, filter.category === null),
            ...CATEGORIES.map((category) => option(category, { category }, filter.category === category)),
          ]}
        />
        <FilterLinks
          label="Type"
          options={PURCHASE_FILTERS.map((type) => option(typeLabels[type], { type }, filter.type === type))}
        />
      </div>
    </div>
  )
}
