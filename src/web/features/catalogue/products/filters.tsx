import { Plus } from 'lucide-react'
import { memo, useState } from 'react'
import type { Product } from '#shared/catalogue/contract.ts'
import { CATEGORIES } from '#shared/catalogue/rules.ts'
import { Button } from '../../../ui/button.tsx'
import { LANGUAGE_NAMES } from '../language-names.ts'
import { NetworkMark } from '../network-mark.tsx'
import {
  applyFilter,
  type CatalogueFilter,
  languagesOf,
  networksOf,
  PURCHASE_FILTERS,
  writeFilter,
} from './filter.ts'
import { FilterLinks } from './filter-links.tsx'

const typeLabels: Record<CatalogueFilter['type'], string> = {
  all: 'All',
  subscriptions: 'Subscriptions',
  'one-time': 'One-time',
}

export type FiltersProps = {
  /** Undefined while loading: no counts are shown then. */
  products: readonly Product[] | undefined
  filter: CatalogueFilter
  /** The query of the address. */
  params: URLSearchParams
  onChoose: (change: Partial<CatalogueFilter>) => void
}

/** Each filter shows its number of results. Rendered after the paint of a typed letter, as the list is. */
export const Filters = memo(({ products, filter, params, onChoose }: FiltersProps) => {
  const languages = languagesOf(products ?? [])
  const networks = networksOf(products ?? [])
  // On phones the rarer filters are folded, so that the first products are in view.
  const [isOpen, setIsOpen] = useState(filter.network !== null || filter.language !== null)
  const folded = isOpen ? undefined : 'max-sm:hidden'
  const option = (label: string, change: Partial<CatalogueFilter>, active: boolean) => ({
    label,
    href: `?${writeFilter(params, { ...filter, ...change })}`,
    active,
    count: products && applyFilter(products, { ...filter, ...change }).length,
    onChoose: () => onChoose(change),
  })
  return (
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
  )
})
