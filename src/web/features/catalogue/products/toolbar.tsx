import { useId } from 'react'
import type { Product } from '#shared/catalogue/contract.ts'
import type { CatalogueFilter } from './filter.ts'
import { Filters } from './filters.tsx'
import { SearchBox } from './search-box.tsx'
import { SortMenu } from './sort-menu.tsx'
import type { CatalogueFilterControl } from './use-filter.ts'

export type CatalogueToolbarProps = {
  /** Undefined while loading. */
  products: readonly Product[] | undefined
  control: CatalogueFilterControl
  /** The filter that the list shows. */
  shown: CatalogueFilter
}

/** Search, order and filters. */
export function CatalogueToolbar({ products, control, shown }: CatalogueToolbarProps) {
  const { filter, params, search, choose } = control
  const searchId = useId()
  return (
    <div className="flex flex-col gap-4">
      <div className="flex gap-2 sm:gap-3">
        <SearchBox id={searchId} filter={filter} onSearch={search} />
        <SortMenu form={searchId} sort={filter.sort} onSort={(sort) => choose({ sort })} />
      </div>
      <Filters products={products} filter={shown} params={params} onChoose={choose} />
    </div>
  )
}
