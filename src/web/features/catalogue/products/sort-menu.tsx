import { ArrowUpDown } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
} from '../../../ui/overlays/dropdown-menu.tsx'
import { type CatalogueFilter, SORTS } from './filter.ts'

const labels: Record<CatalogueFilter['sort'], string> = {
  newest: 'Newest',
  name: 'Name',
  'price-up': 'Price, low to high',
  'price-down': 'Price, high to low',
}

export type SortMenuProps = {
  sort: CatalogueFilter['sort']
  onSort: (sort: CatalogueFilter['sort']) => void
}

export function SortMenu({ sort, onSort }: SortMenuProps) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button>
          <ArrowUpDown aria-hidden="true" />
          <span className="text-muted max-sm:sr-only">Sort: </span>
          {labels[sort]}
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuRadioGroup
          value={sort}
          onValueChange={(value) => {
            const chosen = SORTS.find((name) => name === value)
            if (chosen) onSort(chosen)
          }}
        >
          {SORTS.map((name) => (
            <DropdownMenuRadioItem key={name} value={name}>
              {labels[name]}
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
