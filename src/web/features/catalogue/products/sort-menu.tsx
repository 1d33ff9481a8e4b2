import { ArrowUpDown } from 'lucide-react'
import { NativeSelect } from '../../../ui/forms/native-select.tsx'
import { type CatalogueFilter, SORTS } from './filter.ts'

const labels: Record<CatalogueFilter['sort'], string> = {
  newest: 'Newest',
  name: 'Name',
  'price-up': 'Lowest price',
  'price-down': 'Highest price',
}

export type SortMenuProps = {
  sort: CatalogueFilter['sort']
  onSort: (sort: CatalogueFilter['sort']) => void
  /** The id of the search form, which sends the order too where no script runs. */
  form: string
}

export function SortMenu({ sort, onSort, form }: SortMenuProps) {
  return (
    <div className="relative shrink-0 max-sm:w-40">
      <NativeSelect
        aria-label="Sort"
        name="sort"
        form={form}
        value={sort}
        onChange={({ target }) => {
          const chosen = SORTS.find((name) => name === target.value)
          if (chosen) onSort(chosen)
        }}
        className="truncate sm:pl-9"
      >
        {SORTS.map((name) => (
          <option key={name} value={name}>
            {labels[name]}
          </option>
        ))}
      </NativeSelect>
      <ArrowUpDown
        aria-hidden="true"
        className="pointer-events-none absolute top-3 left-3 size-4 text-subtle max-sm:hidden"
      />
    </div>
  )
}
