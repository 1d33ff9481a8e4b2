import { Plus } from 'lucide-react'
import { useId, useState } from 'react'
import type { Product } from '#shared/catalogue/contract.ts'
import { CATEGORIES } from '#shared/catalogue/rules.ts'
import { Button } from '../../../ui/button.tsx'
import { LANGUAGE_NAMES } from '../language-names.ts'
import { NetworkMark } from '../network-mark.tsx'
import { applyFilter, type CatalogueFilter, languagesOf, networksOf, PURCHASE_FILTERS } from './filter.ts'
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
  const searchId = useId()
  const languages = languagesOf(products ?? [])
  const networks = networksOf(products ?? [])
  // On phones the rarer filters are folded, so that the first products are in view.
  const [isOpen, setIsOpen] = useState(filter.network !== null || filter.language !== null)
  const folded = isOpen ? undefined : 'max-sm:hidden'
  const option = (label: string, change: Partial<CatalogueFilter>, active: boolean) => ({
    label,
    href: hrefFor(change),
    active,
    count: products && applyFilter(products, { ...filter, ...change }).length,
  })
  return (
    <div className="flex flex-col gap-4">
      <div className="flex gap-2 sm:gap-3">
        <SearchBox id={searchId} filter={filter} onSearch={search} />
        <SortMenu form={searchId} sort={filter.sort} onSort={(sort) => choose({ sort })} />
      </div>
      <div className="flex flex-wrap justify-between gap-x-8 gap-y-2 sm:gap-y-3">
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
        {isOpen ? null : (
          <Button size="sm" variant="ghost" className="-ml-2 sm:hidden" onClick={() => setIsOpen(true)}>
            <Plus aria-hidden="true" />
            More filters
          </Button>
        )}
        {networks.length > 1 ? (
          <FilterLinks
            label="Network"
            className={folded}
            options={[
              option('All networks', { network: null }, filter.network === null),
              ...networks.map((name) => ({
                ...option(name, { network: name.toLowerCase() }, filter.network === name.toLowerCase()),
                mark: <NetworkMark name={name} className="size-4 text-current" />,
              })),
            ]}
          />
        ) : null}
        {languages.length > 1 ? (
          <FilterLinks
            label="Language"
            className={folded}
            options={[
              option('All languages', { language: null }, filter.language === null),
              ...languages.map((language) =>
                option(LANGUAGE_NAMES[language], { language }, filter.language === language),
              ),
            ]}
          />
        ) : null}
      </div>
    </div>
  )
}
